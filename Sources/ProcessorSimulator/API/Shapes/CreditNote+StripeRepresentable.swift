import Processor
import TextKit

extension CreditNote: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let taxes = lines.flatMap(\.taxes)
        let discounts = lines.reduce(into: [Invoice.DiscountAmount]()) { totals, line in
            for one in line.discounts {
                guard let place = totals.firstIndex(where: { $0.discount == one.discount }) else {
                    totals.append(one)
                    continue
                }
                totals[place].amount += one.amount
            }
        }
        let subtotal = lines.sum(of: \.amount)
        let tax = taxes.sum(of: \.amount)
        let inclusiveTax = taxes.filter(\.isInclusive).sum(of: \.amount)
        return [
            "amount": total, "amount_shipping": 0, "created": created, "currency": currency,
            "customer": customer, "customer_balance_transaction": balanceTransaction,
            "discount_amount": discounts.sum(of: \.amount),
            "discount_amounts": discounts.map(\.stripeJSON), "effective_at": effectiveAt ?? created,
            "invoice": invoice,
            "lines": JSONObject.list(
                try shownLines(work, limit: 10), hasMore: lines.count > 10, at: "/v1/credit_notes/\(id)/lines"
            ),
            "livemode": false, "memo": memo, "metadata": metadata, "number": number,
            "out_of_band_amount": outOfBand == 0 ? nil : outOfBand,
            "pdf": work.configuration.links.invoice(invoice),
            "post_payment_amount": postPayment, "pre_payment_amount": prePayment,
            "pretax_credit_amounts": [] as JSONTree, "reason": reason,
            "refunds": refunds.map(\.stripeJSON), "status": status.rawValue,
            "subtotal": subtotal, "subtotal_excluding_tax": subtotal - inclusiveTax, "total": total,
            "total_excluding_tax": total - tax,
            "total_taxes": TaxRules.total(taxes).map(\.stripeJSON),
            "type": prePayment == 0 ? "post_payment" : postPayment == 0 ? "pre_payment" : "mixed",
            "voided_at": voidedAt,
        ]
    }

    /// Returns the lines in Stripe's JSON format.
    func shownLines(_ work: EngineTransaction, limit: Int = .max) throws -> [JSONObject] {
        try lines.prefix(limit).map { try $0.stripeJSON(work) }
    }
}

extension CreditNote.LinkedRefund {
    /// The refund in Stripe's JSON format.
    fileprivate var stripeJSON: JSONObject {
        [
            "amount_refunded": amount, "payment_record_refund": nil, "refund": refund,
            "type": "refund",
        ]
    }
}

extension CreditNote.Line {
    /// Returns the line in Stripe's JSON format.
    fileprivate func stripeJSON(_ work: EngineTransaction) throws -> JSONObject {
        var line: JSONObject = [
            "id": id, "object": "credit_note_line_item", "amount": amount, "description": description,
            "discount_amount": discountTotal, "discount_amounts": discounts.map(\.stripeJSON),
            "livemode": false, "metadata": metadata, "pretax_credit_amounts": [] as JSONTree,
            "quantity": quantity, "tax_rates": try work.shown(taxRates: taxRates),
            "taxes": taxes.map(\.stripeJSON),
            "type": invoiceLine == nil ? "custom_line_item" : "invoice_line_item",
            "unit_amount": unitAmount, "unit_amount_decimal": unitAmount.map { String($0) },
        ]
        line["invoice_line_item"] = invoiceLine?.tree
        return line
    }
}
