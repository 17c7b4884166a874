import MoneyKit
import Processor
import TimeKit

/// A document that credits all or part of a finalized invoice.
///
/// Source: Stripe API reference, "Credit Note".
struct CreditNote: StoredObject {
    enum Status: String, Codable { case issued, void }

    struct Line: Hashable, Codable {
        /// The id, `cnli_…`.
        var id: String
        var description: String?
        /// The credited amount, in minor units, before discounts and without exclusive taxes.
        var amount: Int64
        var quantity: Int64?
        var unitAmount: Int64?
        /// The id of the credited invoice line, or nil for a custom line.
        var invoiceLine: String?
        var taxRates: [String] = []
        var discounts: [Invoice.DiscountAmount] = []
        var taxes: [Invoice.Tax] = []
        var metadata: Metadata = [:]

        var discountTotal: Int64 { discounts.sum(of: \.amount) }
        /// The credited amount after discounts, plus exclusive taxes.
        var total: Int64 {
            amount - discountTotal + taxes.filter { !$0.isInclusive }.sum(of: \.amount)
        }
    }

    /// A link from the credit note to all or part of a refund.
    struct LinkedRefund: Hashable, Codable {
        var refund: String
        var amount: Int64
    }

    static let objectName = "credit_note"
    /// The id, `cn_…`.
    var id: String
    var created: Timestamp
    var customer: String
    var invoice: String
    var number: String
    var currency: Currency
    var status = Status.issued
    var lines: [Line]
    /// The amount by which the invoice's amount due is reduced, in minor units.
    var prePayment: Int64 = 0
    /// The part of ``postPayment`` that is credited to the customer's balance, in minor units.
    var creditAmount: Int64 = 0
    /// The part of ``postPayment`` that the customer gets back outside of the processor, in minor units.
    var outOfBand: Int64 = 0
    var refunds: [LinkedRefund] = []
    var balanceTransaction: String?
    var reason: String?
    var memo: String?
    var effectiveAt: Timestamp?
    var voidedAt: Timestamp?
    var metadata: Metadata = [:]

    var parent: String? { invoice }
    var total: Int64 { lines.sum(of: \.total) }
    /// The part of the credited amount that exceeds the invoice's amount due, in minor units. The customer
    /// gets this part back.
    var postPayment: Int64 { total - prePayment }
}

/// The parameters of a credit note.
struct CreditNoteTerms {
    /// A line in a request for a credit note.
    enum Line {
        /// An invoice line, with the amount or the quantity to credit. If both are nil, the request credits
        /// the part of the line that has not been credited yet.
        case invoiceLine(String, amount: Int64?, quantity: Int64?)
        case custom(description: String, unitAmount: Int64, quantity: Int64, taxRates: [String])
    }

    var invoice: String
    var amount: Int64?
    var lines: [(line: Line, metadata: Metadata)] = []
    var creditAmount: Int64 = 0
    var refundAmount: Int64 = 0
    var outOfBand: Int64 = 0
    /// The existing refunds to link to the credit note, each with the amount to link. If the amount is nil,
    /// the part of the refund that is not yet linked to a credit note is linked.
    var refunds: [(id: String, amount: Int64?)] = []
    var reason: String?
    var memo: String?
    var effectiveAt: Timestamp?
    var metadata: Metadata = [:]
}
