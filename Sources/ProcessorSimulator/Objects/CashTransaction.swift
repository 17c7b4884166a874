import MoneyKit
import Processor
import TimeKit

/// A bank transfer that added money to a customer's cash balance.
///
/// Source: Stripe API reference, "Cash Balance Transaction".
struct CashTransaction: StoredObject {
    static let objectName = "customer_cash_balance_transaction"
    /// The types of bank transfers, keyed by currency code.
    static let transferTypes = [
        "usd": "us_bank_transfer", "eur": "eu_bank_transfer", "gbp": "gb_bank_transfer",
        "jpy": "jp_bank_transfer", "mxn": "mx_bank_transfer",
    ]

    /// The id, `ccsbtxn_…`.
    var id: String
    var created: Timestamp
    var customer: String
    /// The amount, in minor units.
    var amount: Int64
    var currency: Currency
    /// The cash balance in this currency after the transfer, in minor units.
    var endingBalance: Int64
    /// The reference that the sender entered, or nil.
    var reference: String?

    var parent: String? { customer }
}

extension EngineTransaction {
    /// Returns a customer's cash balance in each currency.
    func cash(of customer: String) throws -> [Currency: Int64] {
        try children(CashTransaction.self, of: customer).reduce(into: [:]) { balance, transaction in
            balance[transaction.currency] = transaction.endingBalance
        }
    }

    /// Adds a bank transfer to a customer's cash balance.
    ///
    /// Source: Stripe API reference, "Fund a test mode cash balance".
    func fund(_ customer: Customer, _ amount: Int64, _ currency: Currency, reference: String?) throws
        -> Written<CashTransaction>
    {
        guard amount > 0 else { throw ProcessorError.notAnAmount("amount") }
        try require(
            amount <= AmountRules.most, "amount_too_large",
            "Amount must be no more than \(AmountRules.most) minor units of \(currency).",
            parameter: "amount")
        try require(
            CashTransaction.transferTypes[currency.code] != nil,
            "The currency \(currency) is not supported for bank transfers.", parameter: "currency")
        let transaction = CashTransaction(
            id: try newID("ccsbtxn"), created: now, customer: customer.id, amount: amount,
            currency: currency, endingBalance: try cash(of: customer.id)[currency, default: 0] + amount,
            reference: reference)
        return try emit("customer_cash_balance_transaction.created", put(transaction))
    }
}
