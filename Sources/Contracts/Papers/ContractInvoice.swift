public import HTMLKit
public import MoneyKit
public import PaymentCore
public import TimeKit

/// The invoice for one paid part of a contract. A part is an installment or, if there are no milestones, the
/// whole contract.
///
/// The invoice's number is derived from the contract and the part, so the number never changes.
public struct ContractInvoice: Hashable, Sendable {
    /// The invoice number: the contract's id and the number of the part, such as `con_…-1`.
    public let number: String
    /// The terms of the contract.
    public let terms: ContractTerms
    /// The number of the invoiced part of the contract, starting at 1.
    public let part: Int
    /// The charged amounts, line by line.
    public let quote: Quote
    /// The id of the payment, `pay_…`.
    public let payment: String
    /// The time of the payment.
    public let paidAt: Timestamp
    /// The amount refunded to the payer.
    public let refunded: Money

    /// Creates the invoice for a part of a contract.
    ///
    /// - Throws: ``ContractError`` with code `wrongState` if the contract has no such part or the part is
    ///   unpaid. `PaymentError` is thrown only if the terms were not validated.
    public init(of contract: Contract, part: Int) throws {
        guard let instalment = contract.instalment(part) else {
            throw ContractError("the contract has no part \(part)", of: contract)
        }
        guard let paidAt = instalment.paidAt, let payment = instalment.payment else {
            throw ContractError("part \(part) has not been paid", of: contract)
        }
        number = "\(contract.id)-\(part)"
        terms = contract.terms
        self.part = part
        quote = try contract.terms.quote(of: instalment.amount)
        self.payment = payment
        self.paidAt = paidAt
        refunded = Money(instalment.refundedMinor, instalment.amount.currency)
    }
}

extension Paper {
    /// Lays out an invoice for reading or printing.
    ///
    /// - Parameters:
    ///   - mark: A sentence that is printed above and below the invoice.
    ///   - calendar: The calendar that determines the dates on the invoice.
    public static func contractInvoice(_ invoice: ContractInvoice, mark: String, calendar: LocalCalendar)
        -> Paper
    {
        let terms = invoice.terms
        var rows = [[terms.title(ofPart: invoice.part), invoice.quote.lines.first?.amount.onPaper ?? ""]]
        rows += invoice.quote.lines.dropFirst().map { ["Service fee", $0.amount.onPaper] }
        var facts = [
            Fact("Invoice", invoice.number), Fact("From", terms.payeeName),
            Fact("To", "\(terms.payer.name), \(terms.payer.email)"), Fact("For", terms.title),
            Fact("Paid", calendar.date(of: invoice.paidAt).iso8601), Fact("Payment", invoice.payment),
        ]
        if invoice.refunded.minorUnits > 0 { facts.append(Fact("Refunded", invoice.refunded.onPaper)) }
        return Paper(
            "Invoice \(invoice.number)", mark: mark,
            [
                .facts(facts),
                .table(
                    heading: "Amount", head: ["For", "Amount"], rows: rows,
                    sum: ["Total", invoice.quote.total.onPaper]),
            ])
    }
}
