import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import MoneyKit
import PaymentCore
import Plans
import StaffAccess
import TimeKit

/// `tapctl plan promote`: creates a promotion code.
struct PlanPromote: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "promote", abstract: "Create a promotion code at the processor.",
        discussion: """
            EXAMPLES:
              tapctl plan promote SPRING --percent 20 --until 2026-06-01
              tapctl plan promote FRIENDS --amount 5.00 --forever

            A code lowers the first charge; with --forever, it lowers every charge. Codes
            are not case-sensitive. `tapctl billing checkout --promotion` redeems a code.
            """)

    @Argument(help: "The code: 1 to 40 letters, digits and dashes.", transform: PlanPromote.code)
    var code: String

    @Option(help: "The discount in percent: 1 to 100.")
    var percent: Int64?

    @Option(help: "The discount in USD, such as 5.00, instead of --percent.")
    var amount: String?

    @Flag(help: "Discount every charge, not only the first.")
    var forever = false

    @Option(
        help: ArgumentHelp("The code expires at the start of this day (UTC).", valueName: "day"),
        transform: DayOptions.day)
    var until: CalendarDate?

    @Option(
        help: ArgumentHelp(
            "A key for this code; repeating the command with the same key never creates a second code.",
            valueName: "key"))
    var idempotencyKey: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .promotePlan }

    static func code(_ text: String) throws -> String {
        guard (1...40).contains(text.count), text.allSatisfy({ $0 == "-" || $0.isPartOfWord }) else {
            throw ValidationError("A promotion code must consist of 1 to 40 letters, digits and dashes.")
        }
        return text
    }

    func validate() throws {
        if (percent == nil) == (amount == nil) { throw ValidationError("Use either --percent or --amount.") }
        try (1...100).validate(percent, of: "--percent")
        if let idempotencyKey, !(1...200).contains(idempotencyKey.count) {
            throw ValidationError("--idempotency-key must have 1 to 200 characters.")
        }
    }

    /// Returns the discount that the options describe.
    private func discount() throws -> Promotion.Discount {
        if let percent { return .percent(BasisPoints(percent * 100)) }
        let money = try Money(typed: amount ?? "", in: .usd)
        guard money.minorUnits > 0 else {
            throw CommandError(
                .malformed, code: "outOfRange", "--amount must be greater than zero",
                remedy: "use an amount such as 5.00")
        }
        return .amount(money)
    }

    func run() async throws {
        let discount = try discount()
        let made = try await data.withData(making: true) { data in
            try await data.products.plans.payments.createPromotion(
                code, discount, duration: forever ? .forever : .once, expiresAt: until?.startOfDay,
                key: idempotencyKey)
        }
        try output.printColumns(made.document) { _ in made.rows }
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isASCII && (isLetter || isNumber) }
}
