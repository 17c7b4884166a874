import ArgumentParser
import DataFolderKit
import Documents
import Giving
import StaffAccess
import TimeKit

/// `tapctl recurring change`: changes the amount, day, card or fund of a monthly gift.
struct RecurringChangeCommand: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change a monthly gift's amount, day, card or fund.",
        discussion: """
            EXAMPLES:
              tapctl recurring change rec_01jd3x0... --amount 75
              tapctl recurring change rec_01jd3x0... --day 15
              tapctl recurring change rec_01jd3x0... --method pm_card_mastercard --retry

            Changes apply from the next charge, and nothing is charged until then. There is
            one exception: a past-due charge is paid immediately with a new method, and
            --retry retries it immediately with the current method. A new day applies from
            the first unpaid month: each month is charged once. Several changes are made in
            this order: amount, day, method, fund, retry. If a change is refused, the
            command ends, but the earlier changes remain.
            """)

    @Argument(help: "The monthly gift's id.")
    var id: String

    @Option(help: "The new monthly amount, such as 75 or 75.00.")
    var amount: String?

    @Option(
        help:
            "The day of the month, 1 to 31, in the organization's time zone; short months use their last day."
    )
    var day: Int?

    @Option(help: "The new test payment method, such as pm_card_visa; it pays a past-due charge immediately.")
    var method: String?

    @Option(help: ArgumentHelp("Another fund of the same organization.", valueName: "id"))
    var fund: String?

    @Flag(help: "Retry the past-due charge.")
    var retry = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .changeRecurring }

    func validate() throws {
        if changes.isEmpty {
            throw ValidationError("Use at least one of --amount, --day, --method, --fund and --retry.")
        }
        try (1...31).validate(day, of: "--day")
    }

    func run() async throws {
        try await change(id, data, output) { organization in
            changes.map { $0.readingPlainAmount(in: organization.currency) }
        }
    }

    private var changes: [RecurringChange] {
        [
            amount.map(RecurringChange.amount), day.map(RecurringChange.day),
            method.map(RecurringChange.method), fund.map(RecurringChange.fund), retry ? .retry : nil,
        ].compactMap(\.self)
    }
}

/// Applies changes to a monthly gift in the given order, and prints the gift. `changes` receives the gift's
/// organization and returns the changes.
func change(
    _ id: String, _ data: ServiceOptions, _ output: OutputOptions,
    to changes: @escaping @Sendable (Organization) -> [RecurringChange]
) async throws {
    let found = try await data.withData { data -> (RecurringGift, GivingNames)? in
        var changed: RecurringGift?
        let (id, organization) = try await data.read { transaction in
            let gift = try transaction.knownRecurring(id)
            return (gift.id, try transaction.existingOrganization(gift.organization))
        }
        for change in changes(organization) { changed = try await data.giving.change(id, change) }
        guard let changed else { return nil }
        let now = data.clock.now()
        return try await data.read { [changed] in (changed, try GivingNames(of: [changed], in: $0, at: now)) }
    }
    guard let (gift, names) = found else { return }
    try output.printColumns(gift.document) { gift.lines(names: names, style: $0) }
}
