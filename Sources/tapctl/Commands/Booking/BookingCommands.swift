import ArgumentParser
import Bookings
import DatabaseKit
import DataFolderKit
import Documents
import Giving
import MoneyKit
import Payees
import PaymentCore
import Processor
import TimeKit

/// `tapctl booking`: manages jobs that are booked and paid in advance.
struct BookingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "booking", abstract: "Quote work, have it paid, and pay whoever did it.",
        subcommands: [
            BookingEnroll.self, BookingOnboard.self, BookingPayees.self, BookingQuoteCommand.self,
            BookingLink.self, BookingPay.self, BookingList.self, BookingShow.self, BookingComplete.self,
            BookingCancel.self, BookingRefund.self, BookingPayout.self,
        ])
}

/// The job, the data folder and the output format.
struct BookingJobOptions: ParsableArguments {
    @Argument(help: "The job's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// Runs an action on the job, and prints the job afterwards.
    func perform(
        _ work: @escaping @Sendable (BookingService, BookingJob) async throws -> Void
    ) async throws {
        let shown = try await data.withData { data in
            let bookings = try data.toldBookings
            try await work(bookings, bookings.job(id, for: .platform))
            return try await bookings.shown(id)
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}

extension BookingRole: ExpressibleByArgument {}

extension DataFolder {
    /// The payee service. Prints a note if a test switch is on.
    var toldPayees: PayeeService {
        get throws { try toldBookings.payees }
    }

    /// The booking service. Prints a note if a test switch is on.
    var toldBookings: BookingService {
        get throws {
            if let warning = products.payees.gate.warning { Terminal.say("warning: \(warning)") }
            return products.bookings
        }
    }
}

extension BookingProduct: CommandProduct {
    var commands: [any ParsableCommand.Type] { [BookingCommands.self, EarningsCommand.self] }
}

/// `tapctl booking enroll`: enrolls a payee.
struct BookingEnroll: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enroll somebody who is paid for jobs.",
        discussion: """
            EXAMPLES:
              tapctl booking enroll "Dana Driver" --time-zone America/Chicago

            Days, weeks and months of what is earned are told by the clock there. Before
            payouts are set up there are no jobs: `tapctl booking onboard` is next.
            """)

    @Argument(help: "The name, as payers know it.")
    var name: String

    @Option(help: ArgumentHelp("Where the payee lives: America/Chicago.", valueName: "zone"))
    var timeZone: String

    @Option(help: ArgumentHelp("The organization that sells the work.", valueName: "id"))
    var org: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try CardNumber.refuse(in: name)
        let shown = try await data.withData(making: true) { data in
            let payees = data.products.payees
            let profile = try await data.write { transaction, _ in
                let org = try org.map { try transaction.knownOrganization($0).id }
                return try payees.enroll(named: name, timeZone: timeZone, at: org, in: transaction)
            }
            return PayeeDetails(profile: profile, onboarding: try await payees.onboarding(of: profile.id))
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}

/// `tapctl booking onboard`: sets up a payee's account at the processor.
struct BookingOnboard: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "onboard", abstract: "Set a payee's payouts up, or go on with it.",
        discussion: """
            EXAMPLES:
              tapctl booking onboard drv_01jd3x0...
              tapctl booking onboard drv_01jd3x0... --outcome pending_verification

            --outcome is what a person would do on the processor's pages: complete,
            pending_verification, abandoned or rejected. The badge is active once charges,
            transfers and payouts may be made.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @Option(
        help: ArgumentHelp("How the onboarding ends. (default: complete)", valueName: "outcome"),
        completion: .list(Account.OnboardingOutcome.allCases.map(\.rawValue)),
        transform: Account.OnboardingOutcome.typed)
    var outcome = Account.OnboardingOutcome.complete

    @Option(help: ArgumentHelp("The currency of the account.", valueName: "code"))
    var currency = "usd"

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let currency = try Currency(typed: currency)
        let shown = try await data.withData { data in
            let payees = data.products.payees
            let profile = try await payees.setUpPayouts(of: payee, in: currency)
            if let account = profile.account, try await payees.onboarding(of: payee) != .active {
                try await data.controls.onboard(account, outcome)
                _ = try await data.payments.refresh(payee: account)
            }
            return PayeeDetails(profile: profile, onboarding: try await payees.onboarding(of: payee))
        }
        try output.print(shown.document) { shown.text(style: $0) }
    }
}

/// `tapctl booking payees`: lists the payees.
struct BookingPayees: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "payees", abstract: "List who is paid for jobs, newest first.",
        discussion: """
            EXAMPLES:
              tapctl booking payees
              tapctl booking payees --org Builder --json | jq -r '.data[].id'

            Each with its id, and how far its payouts are set up.
            """)

    @Option(help: ArgumentHelp("Only those of this organization.", valueName: "id"))
    var org: String?

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let options = page
        let found = try await data.withData(needsProcessor: false) { data in
            let (organization, cursor) = try await data.read { transaction in
                let organization = try org.map { try transaction.knownOrganization($0).id }
                let cursor = try options.cursor { id in
                    guard let payee = try transaction.payeeProfile(id) else { return false }
                    return organization == nil || payee.org == organization
                }
                return (organization, cursor)
            }
            return try await data.products.payees.profiles(
                of: organization, after: cursor, limit: options.asked)
        }
        let page = Page(found.map(PayeeDetails.init), options)
        try output.print(
            page, id: \.profile.id, document: \.document,
            none: "no payees; `tapctl booking enroll` enrolls one"
        ) { style in
            PayeeDetails.table(page.elements, style: style)
        }
    }
}

/// `tapctl booking quote`: creates a quote to review and pay.
struct BookingQuoteCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "quote", abstract: "Quote work: it can be paid for 30 minutes.",
        discussion: """
            EXAMPLES:
              tapctl booking quote --payee drv_01jd3x0... --title "Move a piano" \\
                  --address "12 Elm Street" --price 150 --payer-name "A Client" \\
                  --payer-email client@example.org

            There is no job yet: it comes with the payment. The platform keeps 20 %.
            """)

    @Option(help: ArgumentHelp("Who does the work.", valueName: "id"))
    var payee: String

    @Option(help: ArgumentHelp("What is done, in one line.", valueName: "text"))
    var title: String

    @Option(help: ArgumentHelp("Where it is done.", valueName: "text"))
    var address: String?

    @Option(help: ArgumentHelp("What the payer pays, as 150 or 150.00.", valueName: "amount"))
    var price: String

    @Option(help: ArgumentHelp("The currency.", valueName: "code"))
    var currency = "usd"

    @Option(help: ArgumentHelp("Who pays.", valueName: "name"))
    var payerName: String

    @Option(help: ArgumentHelp("Whose booking it is.", valueName: "address"))
    var payerEmail: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let price = try Money(typed: price, in: Currency(typed: currency))
        for text in [title, address, payerName, payerEmail] { try CardNumber.refuse(in: text) }
        let request = BookingRequest(
            payee: payee, payer: try BookingPayer(name: payerName, email: payerEmail), title: title,
            address: address, price: price)
        let (quote, now) = try await data.withData { data in
            (try await data.toldBookings.quote(request), data.clock.now())
        }
        let shown = BookingQuoteDetails(quote: quote, payment: nil, job: nil, now: now)
        try output.print(shown.document) { shown.text(style: $0) }
    }
}

/// `tapctl booking pay`: pays a quote, which creates a job.
struct BookingPay: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "pay", abstract: "Pay a quote on the simulated processor: that makes the job.",
        discussion: """
            EXAMPLES:
              tapctl booking pay bkq_01jd3x0... --method pm_card_visa

            What is paid is not paid again: the first payment and its job are shown. Ends
            with 77 when the card is declined; the same quote then takes another card. A
            bank that asks is answered by --challenge, now or by the same command later.
            """)

    @Argument(help: "The quote's id.")
    var quote: String

    @Option(help: ArgumentHelp("The test payment method: pm_card_visa.", valueName: "method"))
    var method: String

    @Option(help: ArgumentHelp("The same key tries a card once.", valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var challenge: ChallengeOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try CardNumber.refuse(in: method)
        let (id, key, challenge) = (quote, idempotencyKey, challenge.outcome)
        let (shown, payment) = try await data.withData { data in
            let bookings = try data.toldBookings
            let payer = BookingActor.payer(try await bookings.quote(id, for: .platform).request.payer.id)
            var outcome = try await bookings.pay(id, method: method, by: payer, key: key)
            if let challenge, outcome.payment.state == .requiresAction {
                try await data.play(challenge, forPayment: outcome.payment.id)
                outcome = try await bookings.confirm(id, by: payer)
            }
            let shown = BookingQuoteDetails(
                quote: outcome.quote, payment: outcome.payment, job: outcome.job, now: data.clock.now())
            return (shown, outcome.payment)
        }
        try output.print(shown.document) { shown.text(style: $0) }
        try Terminal.end(with: CommandError(unpaid: payment))
    }
}

/// `tapctl booking list`: lists a payee's jobs as the payee sees them.
struct BookingList: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List a payee's jobs, newest first: what the payee gets.",
        discussion: """
            EXAMPLES:
              tapctl booking list drv_01jd3x0...
              tapctl booking list drv_01jd3x0... --json | jq '.data[].payout_status'

            Neither the price nor the platform's share stands there.
            """)

    @Argument(help: "The payee's id.")
    var payee: String

    @OptionGroup var page: PageOptions
    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let options = page
        let found = try await data.withData(needsProcessor: false) { data in
            let payees = data.products.payees
            let cursor = try await data.read { transaction in
                try payees.admitted(payee, in: transaction)
                return try options.cursor { id in try transaction.bookingJob(id)?.request.payee == payee }
            }
            return try await data.toldBookings.jobs(ofPayee: payee, after: cursor, limit: options.asked)
        }
        let page = Page(found, options)
        try output.print(
            page, id: \.id, document: \.document, none: "no jobs; a quote that is paid makes one"
        ) { style in
            PayeeJob.table(page.elements, style: style)
        }
    }
}

/// `tapctl booking show`: shows a job as the platform sees it.
struct BookingShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a job, as the platform sees it.",
        discussion: """
            EXAMPLES:
              tapctl booking show job_01jd3x0...
              tapctl booking show job_01jd3x0... --json | jq .payout_status
            """)

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws { try await job.perform { _, _ in } }
}

/// `tapctl booking complete`: completes a job.
struct BookingComplete: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "Say that a job is done: its money goes to the payee.",
        discussion: """
            EXAMPLES:
              tapctl booking complete job_01jd3x0...

            Where the account takes no money yet, it goes once it does.
            """)

    @Option(name: .customLong("as"), help: ArgumentHelp("Who says it: payee or platform.", valueName: "role"))
    var role = BookingRole.payee

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            _ = try await bookings.perform(.complete, on: job.id, by: role.actor(in: job.request))
        }
    }
}

/// `tapctl booking cancel`: cancels a job.
struct BookingCancel: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a job and refund its payer.",
        discussion: """
            EXAMPLES:
              tapctl booking cancel job_01jd3x0...
              tapctl booking cancel job_01jd3x0... --as platform

            The payer may cancel before the work is done, the platform at any time: what
            the payee has of it is taken back.
            """)

    @Option(name: .customLong("as"), help: ArgumentHelp("Who does it: payer or platform.", valueName: "role"))
    var role = BookingRole.payer

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            _ = try await bookings.perform(.cancel, on: job.id, by: role.actor(in: job.request))
        }
    }
}

/// `tapctl booking refund`: refunds part of a job's price.
struct BookingRefund: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund a part of a job's price to the payer.",
        discussion: """
            EXAMPLES:
              tapctl booking refund job_01jd3x0... --amount 30

            The payee's share and the fee are refunded in proportion: first from what is
            held, then from what the payee has. The job goes on. `tapctl booking cancel`
            refunds all that is left.
            """)

    @Option(help: ArgumentHelp("How much, as 30 or 30.00.", valueName: "amount"))
    var amount: String

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            let money = try Money(typed: amount, in: job.request.price.currency)
            _ = try await bookings.refund(money.minorUnits, of: job.id, by: .platform)
        }
    }
}

/// `tapctl booking payout`: pays a completed job's money out to its payee.
struct BookingPayout: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Pay a completed job out, once; the platform approves by it.",
        discussion: """
            EXAMPLES:
              tapctl booking payout job_01jd3x0...
              tapctl booking payout job_01jd3x0... --as payee

            A payout that failed is tried again. On its way already, nothing more moves.
            Ends with 77 where nothing may be paid out, and says why.
            """)

    @Option(
        name: .customLong("as"), help: ArgumentHelp("Who asks for it: platform or payee.", valueName: "role"))
    var role = BookingRole.platform

    @OptionGroup var job: BookingJobOptions

    var output: OutputOptions { job.output }

    func run() async throws {
        try await job.perform { bookings, job in
            try await bookings.payOut(job.id, by: role.actor(in: job.request))
        }
    }
}
