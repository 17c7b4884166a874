import DataFolderKit
import Documents
package import Giving

/// An expected value, and what it is compared with.
package struct ScenarioExpectation: Equatable, Sendable {
    package var line: Int
    package var subject: Subject
    package var expected: String

    /// The checked value.
    package enum Subject: Equatable, Sendable {
        /// The code of the error with which the step was refused.
        case refused
        /// The destination of the step's tap: `Grace/12`, or `Grace/12 monthly`.
        case leadsTo
        /// The number of results of the step with this outcome: a status, or an error code.
        case result(String)
        case gift(String, GiftField)
        case monthly(String, MonthlyField)
        case product(ProductFact)
        /// The number of gifts with a status.
        case count(Gift.Status)
        case fundTotal(org: String, fund: String)
        /// An organization's money, payouts or debt.
        case balance(org: String, BalanceField)
        /// The amount that the platform holds until it is released, of all payments.
        case held
        /// The balance of a ledger account: a debit is positive, a credit negative.
        case account(String)
        /// The part of all fees that the platform keeps.
        case platformNet
        case statement(donor: String, org: String, year: Int, StatementField)
        case intents
        case intentsAtMost
        /// Whether debits equal credits: `balanced`.
        case ledger
        /// Whether the receipts have no gap: `whole`.
        case receipts
        /// Whether the processor's balances match the ledger: `equal`.
        case processor
    }

    package enum GiftField: String, Equatable, Sendable, CaseIterable {
        case status, amount, total, fee, refunded, receipt, failure, fund
        case coveredFee = "covered_fee"
    }

    package enum MonthlyField: String, Equatable, Sendable, CaseIterable {
        case status, amount, fund, failure
        case nextCharge = "next_charge"
        case paidPeriods = "paid_periods"
    }

    package enum BalanceField: String, Equatable, Sendable, CaseIterable {
        /// The balance of the organization's account at the processor.
        case payee
        /// The amount that was paid out, or is on its way.
        case bank
        /// The organization's debt.
        case receivable
    }

    package enum StatementField: String, Equatable, Sendable, CaseIterable {
        case total, given, gifts
    }

    /// The checked value as text, such as `gift first: status`.
    package var title: String {
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

    /// Returns whether the found value is the expected one: the same text, the same amount, or as its subject defines.
    package func holds(for found: String) -> Bool {
        switch subject {
        case .intentsAtMost: (Int(found) ?? .max) <= (Int(expected) ?? 0)
        case .gift(_, .receipt) where expected == "true": found != "none"
        case .gift(_, .receipt) where expected == "false": found == "none"
        case .monthly(_, .nextCharge) where expected.count == 10: found.hasPrefix(expected)
        case .product(let fact) where fact.field.holds(expected, for: found): true
        default: found == expected || Self.plain(found) == Self.plain(expected)
        }
    }

    /// Returns an amount without trailing zeros: 50.00 becomes 50.
    private static func plain(_ amount: String) -> String {
        guard amount.contains("."), amount.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) else {
            return amount
        }
        var text = Substring(amount)
        while text.hasSuffix("0") { text.removeLast() }
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }
}
