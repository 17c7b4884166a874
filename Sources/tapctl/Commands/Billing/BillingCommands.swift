import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import Plans
import StaffAccess
import TimeKit
import TokenKit

/// `tapctl billing`: manages subscriptions to plans.
struct BillingCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "billing", abstract: "Sell plans and manage subscriptions.",
        subcommands: [
            BillingCheckout.self, BillingStatus.self, BillingChange.self, BillingCancel.self,
            BillingResume.self, BillingCard.self, BillingLink.self, BillingRestore.self, BillingWatch.self,
            BillingCheck.self, BillingReport.self,
        ])
}

/// The options for the subscriber, the data folder and the output format.
struct BillingOptions: ParsableArguments {
    @Argument(help: "The subscriber: any name or id.", transform: BillingOptions.subscriber)
    var subscriber: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    /// The maximum number of characters in a subscriber's name.
    static let most = 128

    /// Validates and returns a subscriber's name. A name has 1 to ``most`` characters and is not blank. It
    /// contains no card number, and no control or invisible characters.
    private static func subscriber(_ text: String) throws -> String {
        guard (1...most).contains(text.count), printable(text) == text,
            text.contains(where: { !$0.isWhitespace })
        else {
            throw ValidationError(
                "A subscriber's name must have 1 to \(most) characters. "
                    + "It must not be blank or contain invisible characters.")
        }
        try CardNumber.refuse(in: text)
        return text
    }

    /// Runs an action, and then prints the subscriber's status.
    func print(
        needsProcessor: Bool = true,
        _ work: @escaping @Sendable (DataFolder, String) async throws -> PlanStatus
    ) async throws {
        let status = try await data.withData(needsProcessor: needsProcessor) {
            try await work($0, subscriber)
        }
        try output.print(status)
    }
}

/// A command for one subscriber.
protocol UsesBilling: PrintsJSON {
    var billing: BillingOptions { get }
}

extension UsesBilling {
    var output: OutputOptions { billing.output }
}

/// `tapctl billing status`: shows a subscriber's plan.
struct BillingStatus: UsesBilling {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show a subscriber's current plan.",
        discussion: """
            EXAMPLES:
              tapctl billing status ann
              tapctl billing status ann --json | jq .active

            Asks the processor for the current status. If it does not respond, the last
            known status is shown with its age. An unknown subscriber has the free plan.
            """)

    @OptionGroup var billing: BillingOptions

    func run() async throws {
        try await billing.print(needsProcessor: false) { try await $0.products.plans.refresh($1) }
    }
}

/// `tapctl billing change`: changes a subscription to another plan.
struct BillingChange: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a subscription to another plan.",
        discussion: """
            EXAMPLES:
              tapctl billing change org --plan growth_pro
              tapctl billing change ann --plan plus --annual

            A higher price takes effect immediately, and the difference for the rest of the
            period is charged now. A lower price takes effect with the next period.
            Choosing the current plan again cancels a pending change.
            """)

    @OptionGroup var choice: PlanChoiceOptions
    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .changePlan }

    func run() async throws {
        try await billing.print { try await $0.products.plans.changePlan(of: $1, to: choice.choice) }
    }
}

/// The options for a plan and its price.
struct PlanChoiceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The plan's id.", valueName: "id"))
    var plan: String?

    @Flag(help: "Pay for a year at a time.")
    var annual = false

    @Option(help: ArgumentHelp("A catalog price (price_...), instead of --plan.", valueName: "id"))
    var price: String?

    var choice: PlanChoice { plan.map { .plan($0, annual ? .year : .month) } ?? .price(price ?? "") }

    func validate() throws {
        if (plan == nil) == (price == nil) { throw ValidationError("Use either --plan or --price.") }
        if annual, plan == nil { throw ValidationError("--annual needs --plan.") }
    }
}

/// `tapctl billing cancel`: cancels a subscription.
struct BillingCancel: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a subscription at the end of the paid period.",
        discussion: """
            EXAMPLES:
              tapctl billing cancel ann
              tapctl billing cancel ann --now      ends at once, without a refund
            """)

    @Flag(help: "Cancel the subscription immediately.")
    var now = false

    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .cancelPlan }

    func run() async throws {
        try await billing.print {
            try await $0.products.plans.change($1, now ? .cancelNow : .cancelAtPeriodEnd)
        }
    }
}

/// `tapctl billing resume`: resumes a canceled subscription.
struct BillingResume: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a canceled subscription.",
        discussion: """
            EXAMPLES:
              tapctl billing resume ann

            A canceled subscription can be resumed until its paid period ends.
            """)

    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .resumePlan }

    func run() async throws {
        try await billing.print { try await $0.products.plans.change($1, .resume) }
    }
}

/// `tapctl billing card`: changes the card of a subscription.
struct BillingCard: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Change the card of a subscription.",
        discussion: """
            EXAMPLES:
              tapctl billing card ann --method pm_card_mastercard

            A past-due charge is retried immediately with the new card.
            """)

    @Option(help: "The test payment method, such as pm_card_visa.")
    var method: String

    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .changePlanCard }

    func validate() throws { try CardNumber.refuse(in: method) }

    func run() async throws {
        try await billing.print { try await $0.products.plans.change($1, .method(method)) }
    }
}

/// `tapctl billing link`: creates a new link to a subscriber's page.
struct BillingLink: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Create a new link to a subscriber's page.",
        discussion: """
            EXAMPLES:
              tapctl billing link ann

            Earlier links stop working. Anyone who has the link can see, change and cancel
            the subscription. The link is shown only once. It is printed as a path: put the
            address of `tapctl serve` in front of the path.
            """)

    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .linkPlan }

    func run() async throws {
        let (subscriber, token) = (billing.subscriber, SecretToken<LetterToken128>(random: systemRandom))
        try await billing.data.withData(needsProcessor: false) { data in
            try await data.products.plans.renewLink(of: subscriber, hash: token.hash)
        }
        let path = "/-/plan/\(token.text)"
        try output.print(
            [
                "object": "plan_link", "subscriber": subscriber.json, "path": path.json,
            ], path)
    }
}

/// `tapctl billing restore`: reads a subscriber's plan from the processor again.
struct BillingRestore: UsesBilling, ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a subscriber's paid plan from the processor.",
        discussion: """
            EXAMPLES:
              tapctl billing restore ann

            Also completes changes for which the processor's response was lost. Exits with
            75 if the processor does not respond.
            """)

    @OptionGroup var billing: BillingOptions

    var action: AuditLogAction { .restorePlan }

    func run() async throws {
        try await billing.print { try await $0.products.plans.restore($1) }
    }
}

/// `tapctl billing report`: reports the revenue from plans.
struct BillingReport: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report monthly revenue from plans, and lost subscribers.",
        discussion: """
            EXAMPLES:
              tapctl billing report --since 2026-01-01

            The report counts the subscribers who had an active plan on the day given by
            --since. Churn is the percentage of these subscribers who have no active plan
            now.
            """)

    @Option(
        help: ArgumentHelp("The first day of the period, such as 2026-01-31.", valueName: "day"),
        transform: DayOptions.day)
    var since: CalendarDate

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let report = try await data.withData(needsProcessor: false) {
            try await $0.products.plans.report(since: since.startOfDay)
        }
        let document: JSONValue = [
            "object": "plan_report", "since": since.json,
            "monthly_revenue": .array(
                report.monthlyRevenue.map {
                    ["amount_minor": $0.minorUnits.json, "currency": $0.currency.code.json]
                }),
            "active": report.active.json, "active_before": report.activeBefore.json,
            "lost": report.lost.json,
            "churn_basis_points": JSONValue(report.churn?.rawValue),
        ]
        try output.print(document) { style in
            let revenue = report.monthlyRevenue.map(\.shown).joined(separator: ", ")
            return columns(
                [
                    ("each month", revenue.isEmpty ? "nothing" : revenue),
                    ("active now", String(report.active)),
                    ("active before", String(report.activeBefore)), ("lost since", String(report.lost)),
                    (
                        "churn",
                        report.churn.map { percentage($0.rawValue) }
                            ?? "no subscriber had an active plan on the first day"
                    ),
                ], style: style)
        }
    }
}
