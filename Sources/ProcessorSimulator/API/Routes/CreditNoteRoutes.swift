import Processor
import TextKit

/// The routes of `/v1/credit_notes`.
///
/// Source: Stripe API reference, "Credit Note".
enum CreditNoteRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked) { call in try call.shown(call.work.create(terms(call))) },
        .list(path, CreditNote.self, by: ["customer": "customer", "invoice": "invoice"]),
        .get(path + "/preview", simulates: asked) { call in try call.work.stripeJSON(preview(call)) },
        .get(path + "/preview/lines", simulates: asked.union(Filters.part)) { call in
            try call.part(of: preview(call).shownLines(call.work), at: call.address)
        },
        .one(one, CreditNote.self),
        .post(one, simulates: ["memo", "metadata"]) { call in
            var note = try call.object(CreditNote.self)
            call.take("memo", into: &note.memo)
            note.metadata = try call.metadata(over: note.metadata)
            return try call.shown(call.work.emit("credit_note.updated", call.work.put(note)))
        },
        .post(one + "/void") { call in
            try call.shown(call.work.void(call.object(CreditNote.self)))
        },
        .get(path + "/{credit_note}/lines", simulates: Filters.part) { call in
            let note = try call.object(CreditNote.self)
            return try call.part(of: note.shownLines(call.work), at: call.address)
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

    private static func preview(_ call: Call) throws -> CreditNote {
        let terms = try terms(call)
        let invoice = try call.work.livingInvoice(terms.invoice, by: "invoice")
        return try call.work.creditNote(terms, of: invoice, id: "cn_preview")
    }

    private static func terms(_ call: Call) throws -> CreditNoteTerms {
        var terms = CreditNoteTerms(invoice: try call.required("invoice"))
        terms.amount = call["amount"].integer
        terms.lines = try call["lines"].elements.enumerated().map { place, submitted in
            (try line(call, submitted, "lines[\(place)]"), Call.metadata(submitted["metadata"]))
        }
        terms.creditAmount = call["credit_amount"].integer ?? 0
        terms.refundAmount = call["refund_amount"].integer ?? 0
        terms.outOfBand = call["out_of_band_amount"].integer ?? 0
        terms.refunds = try call["refunds"].elements.enumerated().map { place, submitted in
            guard let id = submitted["refund"].string else {
                throw ProcessorError.missing("refunds[\(place)][refund]")
            }
            return (id, submitted["amount_refunded"].integer)
        }
        terms.reason = call["reason"].string
        terms.memo = call["memo"].string
        terms.effectiveAt = call.moment("effective_at")
        terms.metadata = call.metadata
        return terms
    }

    private static func line(_ call: Call, _ submitted: JSONTree, _ owner: String) throws
        -> CreditNoteTerms.Line
    {
        let quantity = try call.quantity(submitted, in: owner)
        guard submitted["type"].string == "custom_line_item" else {
            guard let id = submitted["invoice_line_item"].string else {
                throw ProcessorError.missing("\(owner)[invoice_line_item]")
            }
            return .invoiceLine(id, amount: submitted["amount"].integer, quantity: quantity)
        }
        guard let unitAmount = submitted["unit_amount"].integer else {
            throw ProcessorError.missing("\(owner)[unit_amount]")
        }
        guard (0...AmountRules.most).contains(unitAmount) else {
            throw ProcessorError.notAnAmount("\(owner)[unit_amount]")
        }
        guard let description = submitted["description"].string else {
            throw ProcessorError.missing("\(owner)[description]")
        }
        return .custom(
            description: description, unitAmount: unitAmount, quantity: quantity ?? 1,
            taxRates: try call.taxRates("tax_rates", in: submitted, of: owner) ?? [])
    }
}
