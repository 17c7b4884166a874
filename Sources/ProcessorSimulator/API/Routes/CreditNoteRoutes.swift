import Processor
import TextKit

/// The routes of `/v1/credit_notes`.
///
/// Source: Stripe API reference, "Credit Note".
enum CreditNoteRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked) { call in try call.shown(call.work.create(call.creditNoteTerms())) },
        .list(path, CreditNote.self, by: ["customer": "customer", "invoice": "invoice"]),
        .get(path + "/preview", simulates: asked) { call in try call.work.stripeJSON(call.creditNotePreview())
        },
        .get(path + "/preview/lines", simulates: asked.union(Filters.part)) { call in
            try call.part(of: call.creditNotePreview().shownLines(call.work))
        },
        .one(one, CreditNote.self),
        .update(one, CreditNote.self, simulates: ["memo", "metadata"], event: "credit_note.updated") {
            call, note in
            call.take("memo", into: &note.memo)
            try call.takeMetadata(into: &note.metadata)
        },
        .post(one + "/void") { call in
            try call.shown(call.work.void(call.object(CreditNote.self)))
        },
        .get(path + "/{credit_note}/lines", simulates: Filters.part) { call in
            let note = try call.object(CreditNote.self)
            return try call.part(of: note.shownLines(call.work))
        },
    ]

    private static let path = "/v1/credit_notes"
    private static let one = "/v1/credit_notes/{id}"
    private static let asked: Set<String> = [
        "amount", "credit_amount", "effective_at", "email_type", "invoice", "lines[amount]",
        "lines[description]", "lines[invoice_line_item]", "lines[metadata]", "lines[quantity]",
        "lines[tax_rates]", "lines[type]", "lines[unit_amount]", "memo", "metadata", "out_of_band_amount",
        "reason", "refund_amount", "refunds[amount_refunded]", "refunds[refund]", "refunds[type]",
    ]
}

extension Call {
    fileprivate func creditNotePreview() throws -> CreditNote {
        let terms = try creditNoteTerms()
        let invoice = try work.livingInvoice(terms.invoice, by: "invoice")
        return try work.creditNote(terms, of: invoice, id: "cn_preview")
    }

    fileprivate func creditNoteTerms() throws -> CreditNoteTerms {
        var terms = CreditNoteTerms(invoice: try required("invoice"))
        terms.amount = self["amount"].integer
        terms.lines = try self["lines"].elements.enumerated().map { place, submitted in
            (try creditNoteLine(submitted, "lines[\(place)]"), submitted["metadata"].metadata)
        }
        terms.creditAmount = self["credit_amount"].integer ?? 0
        terms.refundAmount = self["refund_amount"].integer ?? 0
        terms.outOfBand = self["out_of_band_amount"].integer ?? 0
        terms.refunds = try self["refunds"].elements.enumerated().map { place, submitted in
            let id = try submitted.required("refund", in: "refunds[\(place)]")
            return (id, submitted["amount_refunded"].integer)
        }
        terms.reason = self["reason"].string
        terms.memo = self["memo"].string
        terms.effectiveAt = moment("effective_at")
        terms.metadata = metadata
        return terms
    }

    fileprivate func creditNoteLine(_ submitted: JSONTree, _ owner: String) throws
        -> CreditNoteTerms.Line
    {
        let quantity = try quantity(submitted, in: owner)
        guard submitted["type"].string == "custom_line_item" else {
            let id = try submitted.required("invoice_line_item", in: owner)
            return .invoiceLine(id, amount: submitted["amount"].integer, quantity: quantity)
        }
        guard let unitAmount = submitted["unit_amount"].integer else {
            throw ProcessorError.missing("\(owner)[unit_amount]")
        }
        try AmountRules.checkRange(unitAmount, by: "\(owner)[unit_amount]")
        let description = try submitted.required("description", in: owner)
        return .custom(
            description: description, unitAmount: unitAmount, quantity: quantity ?? 1,
            taxRates: try taxRates("tax_rates", in: submitted, of: owner) ?? [])
    }
}
