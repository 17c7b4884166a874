import DataFolderKit
import Documents
import Giving

/// An expected value, and the subject that must have it.
struct ScenarioExpectation: Equatable, Sendable {
    var line: Int
    var subject: Subject
    var expected: String

    /// The subject whose value is checked.
    enum Subject: Equatable, Sendable {
        /// The error code of the refused step.
        case refused
        /// The destination of the step's tap, such as `Grace/12` or `Grace/12 monthly`.
        case leadsTo
        /// The number of the step's results with the given status or error code.
        case result(String)
        case gift(String, GiftField)
        case monthly(String, MonthlyField)
        case product(ProductFact)
        /// The number of gifts with the given status.
        case count(Gift.Status)
        case fundTotal(org: String, fund: String)
        /// An organization's balance at the processor, its payouts or its debt.
        case balance(org: String, BalanceField)
        /// The sum of all payments that the platform holds until they are released.
        case held
        /// The balance of a ledger account. Debits are positive, and credits are negative.
        case account(String)
        /// The platform's revenue minus its expenses.
        case platformNet
        case statement(donor: String, org: String, year: Int, StatementField)
        case intents
        case intentsAtMost
        /// Whether debits equal credits. The expected value is `balanced`.
        case ledger
        /// Whether the receipt numbers have no gaps. The expected value is `whole`.
        case receipts
        /// Whether the processor's balances match the ledger. The expected value is `equal`.
        case processor
    }

    enum GiftField: String, Equatable, Sendable, CaseIterable {
        case status, amount, total, fee, refunded, receipt, failure, fund
        case coveredFee = "covered_fee"
    }

    enum MonthlyField: String, Equatable, Sendable, CaseIterable {
        case status, amount, fund, failure
        case nextCharge = "next_charge"
        case paidPeriods = "paid_periods"
    }

    enum BalanceField: String, Equatable, Sendable, CaseIterable {
        /// The balance of the organization's account at the processor.
        case payee
        /// The amount that was paid out or is in transit to the bank.
        case bank
        /// The organization's debt to the platform.
        case receivable
    }

    enum StatementField: String, Equatable, Sendable, CaseIterable {
        case total, given, gifts
    }

    /// A human-readable description of the subject, such as `gift first: status`.
    var title: String {
        switch subject {
        case .refused: "refused"
        case .leadsTo: "leads_to"
        case .result(let outcome): "results: \(outcome)"
        case .gift(let name, let field): "gift \(name): \(field.rawValue)"
        case .monthly(let name, let field): "monthly \(name): \(field.rawValue)"
        case .product(let fact): fact.title
        case .count(let status): "counts: \(status.rawValue)"
        case .fundTotal(let org, let fund): "funds: \(org)/\(fund)"
        case .balance(let org, let field): "balances: \(org) \(field.rawValue)"
        case .held: "held"
        case .account(let name): "accounts: \(name)"
        case .platformNet: "platform_net"
        case .statement(let donor, let org, let year, let field):
            "statement \(donor) \(org) \(year): \(field.rawValue)"
        case .intents: "intents"
        case .intentsAtMost: "intents_at_most"
        case .ledger: "ledger"
        case .receipts: "receipts"
        case .processor: "processor"
        }
    }

    /// Returns whether the actual value matches the expected value.
    ///
    /// Values match if they are equal strings or equal amounts. Some subjects have other rules. For example,
    /// the actual number may be below an expected maximum.
    func holds(for found: String) -> Bool {
        switch subject {
        case .intentsAtMost: (Int(found) ?? .max) <= (Int(expected) ?? 0)
        case .gift(_, .receipt) where expected == "true": found != "none"
        case .gift(_, .receipt) where expected == "false": found == "none"
        case .monthly(_, .nextCharge) where expected.count == 10: found.hasPrefix(expected)
        case .product(let fact) where fact.field.holds(expected, for: found): true
        default: found == expected || Self.plain(found) == Self.plain(expected)
        }
    }

    /// Returns an amount without trailing zeros, such as 50 for 50.00.
    private static func plain(_ amount: String) -> String {
        guard amount.contains("."), amount.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) else {
            return amount
        }
        var text = Substring(amount)
        while text.hasSuffix("0") { text.removeLast() }
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }
}
