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
        let subtotal = lines.reduce(0) { $0 + $1.amount }
        let tax = taxes.reduce(0) { $0 + $1.amount }
        let inclusiveTax = taxes.filter(\.isInclusive).reduce(0) { $0 + $1.amount }
        return [
            "amount": total, "amount_shipping": 0, "created": created, "currency": currency,
            "customer": customer, "customer_balance_transaction": balanceTransaction,
            "discount_amount": JSONTree.integer(discounts.reduce(0) { $0 + $1.amount }),
            "discount_amounts": CreditNote.shown(discounts), "effective_at": effectiveAt ?? created,
            "invoice": invoice,
            "lines": [
                "object": "list", "url": .string("/v1/credit_notes/\(id)/lines"),
                "has_more": .bool(lines.count > 10), "data": .array(try shownLines(work, limit: 10)),
            ] as JSONTree,
            "livemode": false, "memo": memo, "metadata": metadata, "number": number,
            "out_of_band_amount": outOfBand == 0 ? nil : outOfBand,
            "pdf": PageLinks.invoice(invoice, at: work.configuration.pages),
            "post_payment_amount": postPayment, "pre_payment_amount": prePayment,
            "pretax_credit_amounts": [] as JSONTree, "reason": reason,
            "refunds": JSONTree.array(refunds.map(\.stripeJSON)), "status": status.rawValue,
            "subtotal": subtotal, "subtotal_excluding_tax": subtotal - inclusiveTax, "total": total,
            "total_excluding_tax": total - tax,
            "total_taxes": JSONTree.array(TaxRules.total(taxes).map(\.stripeJSON)),
            "type": prePayment == 0 ? "post_payment" : postPayment == 0 ? "pre_payment" : "mixed",
            "voided_at": voidedAt,
        ]
    }

    /// Returns the lines in Stripe's JSON format.
    func shownLines(_ work: EngineTransaction, limit: Int = .max) throws -> [JSONTree] {
        try lines.prefix(limit).map { try $0.stripeJSON(work) }
    }

    fileprivate static func shown(_ discounts: [Invoice.DiscountAmount]) -> JSONTree {
        .array(discounts.map { ["amount": .integer($0.amount), "discount": .string($0.discount)] })
    }
}

extension CreditNote.LinkedRefund {
    /// The refund in Stripe's JSON format.
    fileprivate var stripeJSON: JSONTree {
        [
            "amount_refunded": .integer(amount), "payment_record_refund": .null, "refund": .string(refund),
            "type": "refund",
        ]
    }
}

extension CreditNote.Line {
    /// Returns the line in Stripe's JSON format.
    fileprivate func stripeJSON(_ work: EngineTransaction) throws -> JSONTree {
        var line: JSONObject = [
            "id": id, "object": "credit_note_line_item", "amount": amount, "description": description,
            "discount_amount": discountTotal, "discount_amounts": CreditNote.shown(discounts),
            "livemode": false, "metadata": metadata, "pretax_credit_amounts": [] as JSONTree,
            "quantity": quantity, "tax_rates": try work.shown(taxRates: taxRates),
            "taxes": JSONTree.array(taxes.map(\.stripeJSON)),
            "type": invoiceLine == nil ? "custom_line_item" : "invoice_line_item",
            "unit_amount": unitAmount, "unit_amount_decimal": unitAmount.map { String($0) },
        ]
        line["invoice_line_item"] = invoiceLine.map { .string($0) }
        return line.tree
    }
}
