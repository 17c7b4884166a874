import Processor

/// Stripe's test bank accounts for payments by ACH direct debit.
///
/// A payment method stores only the last four digits of the account number. These digits determine the result
/// of a debit.
///
/// Source: Stripe documentation, "Accept an ACH Direct Debit payment", "Test account numbers".
enum TestBank {
    /// The last four digits of the account whose debits succeed.
    static let succeeding = "6789"

    /// The names of the test bank accounts, without the prefix `pm_usBankAccount_`, and their last four
    /// digits.
    static let accounts: [(name: String, last4: String)] = [
        ("success", "6789"), ("accountClosed", "1113"), ("noAccount", "1116"),
        ("insufficientFunds", "2227"), ("debitNotAuthorized", "3335"), ("invalidCurrency", "4440"),
        ("dispute", "5559"), ("processing", "0009"), ("riskLevelHighest", "4954"),
    ]

    /// The last four digits of each test bank account, keyed by account number.
    static let numbers: [String: String] = [
        "000123456789": "6789", "000111111113": "1113", "000111111116": "1116", "000222222227": "2227",
        "000333333335": "3335", "000444444440": "4440", "000555555559": "5559", "000000000009": "0009",
        "000000004954": "4954",
    ]

    static let names: [String] = accounts.map { "pm_usBankAccount_\($0.name)" }

    /// Returns the last four digits of the test bank account with this name, such as
    /// `pm_usBankAccount_success`. Returns nil for any other name.
    static func last4(named name: String) -> String? {
        guard name.hasPrefix("pm_usBankAccount_") else { return nil }
        return accounts.first { name.hasSuffix("_\($0.name)") && names.contains(name) }?.last4
    }

    /// Returns whether Radar blocks debits from the bank account.
    static func isBlocked(_ method: PaymentMethod) -> Bool { method.bankAccountLast4 == "4954" }

    /// Returns whether the bank never reports the result of a debit.
    static func neverEnds(_ method: PaymentMethod) -> Bool { method.bankAccountLast4 == "0009" }

    /// Returns whether the bank disputes a debit after it has succeeded.
    static func isDisputed(_ method: PaymentMethod) -> Bool { method.bankAccountLast4 == "5559" }

    /// Returns the reason that a debit fails when the bank's result arrives. Returns nil if the debit
    /// succeeds.
    static func failure(of method: PaymentMethod) -> Decline? {
        switch method.bankAccountLast4 {
        case "1113": Decline(code: "account_closed", message: "The customer's bank account has been closed.")
        case "1116": Decline(code: "no_account", message: "The customer's bank account could not be located.")
        case "2227":
            Decline(
                code: "insufficient_funds",
                message: "The customer's account has insufficient funds to cover this payment.")
        case "3335":
            Decline(
                code: "debit_not_authorized",
                message: "The customer has notified their bank that this payment was unauthorized.")
        case "4440":
            Decline(code: "invalid_currency", message: "The bank account does not support this currency.")
        default: nil
        }
    }
}
