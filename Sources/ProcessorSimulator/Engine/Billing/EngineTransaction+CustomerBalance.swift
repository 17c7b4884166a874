import MoneyKit
import Processor
import TextKit
import TimeKit

/// The balances of customers, which are applied to later invoices.
///
/// Source: Stripe documentation, "Customer credit balance".
extension EngineTransaction {
    /// Changes a customer's balance and saves a balance transaction. The caller must save the customer.
    @discardableResult
    func changeBalance(
        of customer: inout Customer, by amount: Int64, _ currency: Currency,
        _ kind: CustomerBalanceTransaction.Kind, invoice: String? = nil, creditNote: String? = nil
    ) throws -> CustomerBalanceTransaction {
        let (sum, isTooLarge) = (customer.balance ?? 0).addingReportingOverflow(amount)
        guard !isTooLarge else { throw ProcessorError.notAnAmount("amount") }
        customer.balance = sum
        customer.currency = currency
        let made = CustomerBalanceTransaction(
            id: try newID("cbtxn"), created: now, customer: customer.id, kind: kind, amount: amount,
            currency: currency, endingBalance: sum, invoice: invoice, creditNote: creditNote)
        try put(made)
        return made
    }

    /// Changes a customer's balance by the requested amount, and saves the customer.
    func adjust(
        _ customer: Customer, by amount: Int64, _ currency: Currency,
        _ kind: CustomerBalanceTransaction.Kind = .adjustment, parameter: String = "amount"
    ) throws -> (customer: Customer, transaction: CustomerBalanceTransaction) {
        try require(
            (-AmountRules.most...AmountRules.most).contains(amount), "parameter_invalid_integer",
            "Invalid integer: \(amount).", parameter: parameter)
        if let own = customer.currency, own != currency {
            throw ProcessorError.invalid(
                "You cannot combine currencies on a single customer. This customer has had a balance with currency \(own.code).",
                parameter: "currency")
        }
        var customer = customer
        let made = try changeBalance(of: &customer, by: amount, currency, kind)
        try emit("customer.updated", put(customer))
        return (customer, made)
    }

    /// Applies a customer's balance to an invoice that is being finalized. A credit reduces the amount due,
    /// and a debit increases it. If the invoice's total is negative, the excess is credited to the customer's
    /// balance. If the amount due is less than the minimum charge, it is debited to the balance instead, and
    /// the next invoice collects it. Does nothing if the balance has a different currency. The caller must
    /// save the customer.
    func applyBalance(of customer: inout Customer, to invoice: inout Invoice) throws {
        guard customer.currency == nil || customer.currency == invoice.currency else { return }
        let balance = customer.balance ?? 0
        let (sum, isTooLarge) = invoice.total.addingReportingOverflow(balance)
        guard !isTooLarge else { return }
        let due = sum < ChargeLimits.least(in: invoice.currency) ? 0 : sum
        let moved = due - invoice.total
        guard balance != 0 || moved != 0 else { return }
        invoice.startingBalance = balance
        invoice.fromBalance = moved
        guard moved != 0 else { return }
        invoice.amountDue = due
        try share(&invoice, subscription(of: invoice))
        try changeBalance(
            of: &customer, by: -moved, invoice.currency, .appliedToInvoice, invoice: invoice.id)
    }

    /// Reverses the effect of a voided invoice on the customer's balance.
    func unapplyBalance(from invoice: Invoice) throws {
        guard let moved = invoice.fromBalance, moved != 0,
            var customer = try find(Customer.self, invoice.customer), !customer.deleted
        else { return }
        try changeBalance(
            of: &customer, by: moved, invoice.currency, .unappliedFromInvoice, invoice: invoice.id)
        try emit("customer.updated", put(customer))
    }
}

extension CustomerBalanceTransaction: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "amount": amount, "created": created, "credit_note": creditNote, "currency": currency,
            "customer": customer, "description": description, "ending_balance": endingBalance,
            "invoice": invoice, "livemode": false, "metadata": metadata, "type": kind.rawValue,
        ]
    }
}
