import ArgumentParser
import DataFolderKit
import Dependents
import Documents
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import StaffAccess
import TokenKit

/// `tapctl dependent`: manages service fees for people in a guardian's care.
struct DependentCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dependent", abstract: "Enroll dependents, and review, pay and refund fees.",
        subcommands: [
            DependentEnroll.self, DependentLink.self, DependentList.self, DependentShow.self,
            DependentApprove.self, DependentRefund.self,
        ])
}

extension DependentProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [DependentCommands.self] }
}

/// `tapctl dependent enroll`: enrolls a guardian and dependents from a file.
struct DependentEnroll: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enroll a guardian and dependents with an agency.",
        discussion: """
            EXAMPLES:
              tapctl dependent enroll sample.json --org Agency
              tapctl dependent enroll - --org Agency < sample.json

            The file is one JSON object: "guardian" with id, name and email, and
            "dependents", a list of objects with id, name, relationship, service_type,
            due_date and fee. {"amount_minor": 20000, "currency": "sar"} means 200.00 SAR.
            Leave out a fee that is not known yet; it cannot be paid until it is added.
            Enrolling an id again replaces its data, unless a payment has started.
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The agency: the organization that receives the fees.", valueName: "id"))
    var org: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .enrollDependent }

    func run() async throws {
        let enrollment = try Enrollment(path: file)
        let reviews = try await data.withData(needsProcessor: false) { data in
            let id = try await data.read { try $0.knownOrganization(org).id }
            try await data.products.dependents.enroll(enrollment.dependents, of: enrollment.guardian, at: id)
            return try await data.products.dependents.reviews(of: enrollment.guardian.id, at: id)
        }
        try output.print(.list(reviews.map(\.document))) { reviews.table(style: $0) }
    }
}

/// `tapctl dependent link`: creates a new link for a guardian.
struct DependentLink: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Create a guardian's link; it replaces the previous one.",
        discussion: """
            EXAMPLES:
              tapctl dependent link grd_sample

            Anyone who has the link can see the guardian's dependents and pay for them. The
            link is shown only once, and starts with the first host of --host. If
            `tapctl serve` has another address, such as http://localhost:8080, replace the
            start of the link with it.
            """)

    @Argument(help: "The guardian's id.")
    var guardian: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .linkDependent }

    func run() async throws {
        let hosts = try hosts.hosts()
        let token = try await data.withData(needsProcessor: false) { data in
            try await data.products.dependents.newLink(of: guardian)
        }
        let path = "/-/dependents/\(token.text)"
        let link = "https://\(hosts.primary)\(path)"
        try output.print(
            [
                "object": "dependent_link", "guardian": guardian.json, "path": path.json, "link": link.json,
            ], link)
    }
}

/// `tapctl dependent list`: lists the dependents and their fees, ordered by due date.
struct DependentList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List dependents, earliest due date first.",
        discussion: """
            EXAMPLES:
              tapctl dependent list
              tapctl dependent list --guardian grd_sample --json

            Days until a due date are counted in the agency's time zone. At most 200
            dependents are listed.
            """)

    @Option(help: ArgumentHelp("Only dependents of this guardian.", valueName: "id"))
    var guardian: String?

    @Option(help: .onlyOrganization)
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let reviews = try await data.withData(needsProcessor: false) { data in
            let id = try await data.read { try org.map($0.knownOrganization)?.id }
            return try await data.products.dependents.reviews(of: guardian, at: id)
        }
        try output.print(
            list: reviews, document: \.document,
            none: emptyText(
                "no dependents; `tapctl dependent enroll` adds some", of: "dependents",
                filters: [guardian, org])
        ) { style in
            reviews.table(style: style)
        }
    }
}

/// `tapctl dependent review`: shows a dependent's service and fee before the fee is paid.
struct DependentShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Show a dependent's service, due date and fee.",
        discussion: """
            EXAMPLES:
              tapctl dependent review dep_husam
              tapctl dependent review dep_husam --json
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let review = try await data.withData(needsProcessor: false) { data in
            try await data.products.dependents.review(id)
        }
        try output.printColumns(review.document) { _ in review.lines }
    }
}

/// `tapctl dependent approve`: approves and pays a dependent's fee.
struct DependentApprove: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approve and pay a dependent's fee.",
        discussion: """
            EXAMPLES:
              tapctl dependent approve dep_husam --method pm_card_visa

            If the fee is already paid, the command shows the payment and charges nothing.
            Exits with 77 if the card is declined, or if the bank asks for confirmation.
            After a decline, you can pay the fee with another card. To respond to the bank,
            use --challenge, in the same run or in a later one.
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @Option(help: "The test payment method, such as pm_card_visa.")
    var method: String

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .approveDependent }

    func run() async throws {
        let challenge = challenge.outcome
        let (session, review) = try await data.withData { data in
            let before = try await data.products.dependents.review(id)
            var session = DependentSession([before.dependent])
            session.navigate(to: id)
            _ = session.approve(id)
            var (review, payment) = try await data.products.dependents.approve(
                id, shown: before.dependent.fee, method: method)
            if let challenge, payment.state == .requiresAction {
                try await data.play(challenge, forPayment: payment.id)
                (review, payment) = (
                    try await data.products.dependents.review(id), try await data.known(payment)
                )
            }
            if let error = CommandError(unpaid: payment) {
                session.finish(.failed(error.sentence), of: id)
                throw error
            }
            session.finish(.paid, of: id)
            return (session, review)
        }
        try output.print(review.document) { review.text(of: session, style: $0) }
    }
}

/// `tapctl dependent refund`: refunds a dependent's fee to the guardian.
struct DependentRefund: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund a dependent's fee, in full or in part.",
        discussion: """
            EXAMPLES:
              tapctl dependent refund dep_husam                all that is left
              tapctl dependent refund dep_husam --amount 50

            The money comes from the agency's account. A refunded fee is not charged again;
            enroll the dependent under a new id to charge another fee.
            """)

    @Argument(help: "The dependent's id.")
    var id: String

    @Option(help: "The amount, such as 50 or 50.00. (default: the remaining amount)")
    var amount: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .refundDependent }

    func run() async throws {
        let review = try await data.withData { data in
            let minor = try amount.map { try Money(typed: $0, in: .sar).minorUnits }
            return try await data.products.dependents.refund(id, amountMinor: minor)
        }
        try output.printColumns(review.document) { _ in review.lines }
    }
}
