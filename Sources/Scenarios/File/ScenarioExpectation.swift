import DataFolderKit
import Documents
package import Giving

/// What has to be so, and how it has to be.
package struct ScenarioExpectation: Equatable, Sendable {
    package var line: Int
    package var subject: Subject
    package var expected: String

    /// What is looked at.
    package enum Subject: Equatable, Sendable {
        /// The code of the error with which the step was refused.
        case refused
        /// Where the tap of the step leads: `Grace/12`, with ` monthly`.
        case leadsTo
        /// How many gifts of the step ended so: a status, or the code of an error.
        case result(String)
        case gift(String, GiftField)
        case monthly(String, MonthlyField)
        case contract(String, ScenarioContractField)
        case dependent(String, ScenarioDependentField)
        case booking(String, ScenarioBookingField)
        case earnings(String, ScenarioEarningsField)
        case plan(String, ScenarioPlanField)
        /// How many gifts there are of a status.
        case count(Gift.Status)
        case fundTotal(org: String, fund: String)
        /// What an organization has, is owed, or owes.
        case balance(org: String, BalanceField)
        /// What stands with the platform until it is released, of all payments.
        case held
        /// An account of the ledger: a debit is positive, a credit negative.
        case account(String)
        /// What is left to the platform of all fees.
        case platformNet
        case statement(donor: String, org: String, year: Int, StatementField)
        case intents
        case intentsAtMost
        /// Whether debits equal credits: `balanced`.
        case ledger
        /// Whether the receipts have no gap: `whole`.
        case receipts
        /// Whether the processor holds what the ledger says: `equal`.
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
        /// What stands on its account at the processor.
        case payee
        /// What was paid out, or is on its way.
        case bank
        /// What it owes.
        case receivable
    }

    package enum StatementField: String, Equatable, Sendable, CaseIterable {
        case total, given, gifts
    }

    /// What is looked at, for people and reports: `gift first: status`.
    package var title: String {
        switch subject {
        case .refused: "refused"
        case .leadsTo: "leads_to"
        case .result(let outcome): "results: \(outcome)"
        case .gift(let name, let field): "gift \(name): \(field.rawValue)"
        case .monthly(let name, let field): "monthly \(name): \(field.rawValue)"
        case .contract(let name, let field): "contract \(name): \(field.rawValue)"
        case .dependent(let name, let field): "dependent \(name): \(field.rawValue)"
        case .booking(let name, let field): "booking \(name): \(field.rawValue)"
        case .earnings(let name, let field): "earnings \(name): \(field.rawValue)"
        case .plan(let name, let field): "plan \(name): \(field.rawValue)"
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

    /// Whether what was found is what was expected: the same text, or the same amount.
    package func holds(for found: String) -> Bool {
        switch subject {
        case .intentsAtMost: (Int(found) ?? .max) <= (Int(expected) ?? 0)
        case .gift(_, .receipt) where expected == "true": found != "none"
        case .gift(_, .receipt) where expected == "false": found == "none"
        case .monthly(_, .nextCharge) where expected.count == 10: found.hasPrefix(expected)
        case .plan(_, .paidUntil) where expected.hasSuffix("T00:00:00Z"): found.hasPrefix(expected.prefix(10))
        default: found == expected || Self.plain(found) == Self.plain(expected)
        }
    }

    /// An amount without zeros at its end: 50.00 is 50.
    private static func plain(_ amount: String) -> String {
        guard amount.contains("."), amount.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) else {
            return amount
        }
        var text = Substring(amount)
        while text.hasSuffix("0") { text.removeLast() }
        return String(text.hasSuffix(".") ? text.dropLast() : text)
    }
}
