import Processor
import TextKit
import TimeKit

/// The routes of `/v1/quotes`.
///
/// Source: Stripe API reference, "Quote".
enum QuoteRoutes {
    static let all: [Route] = [
        .post(path, simulates: asked.union(["test_clock"])) { call in
            var quote = Quote(
                id: try call.work.newID("qt"), created: call.work.now,
                expiresAt: call.work.now.adding(seconds: 30 * 86_400))
            quote.testClock = try call.id(TestClock.self, "test_clock")
            try call.take(into: &quote)
            quote = try call.work.save(quote)
            try call.work.emit("quote.created", call.work.encoded(quote))
            return try call.shown(quote)
        },
        .list(
            path, Quote.self, by: ["customer": "customer", "status": "status", "test_clock": "testClock"],
            parameters: Filters.part),
        .one(one, Quote.self),
        .post(one, simulates: asked) { call in
            var quote = try call.object(Quote.self)
            guard quote.status == .draft else {
                throw Executed(
                    .invalid("This quote is \(quote.status.rawValue): only drafts can be changed."))
            }
            try call.take(into: &quote)
            return try call.shown(call.work.save(quote))
        },
        .post(one + "/finalize", simulates: ["expires_at"]) { call in
            try call.shown(
                call.work.finalize(call.object(Quote.self), expiresAt: call.moment("expires_at")))
        },
        .post(one + "/accept") { call in try call.shown(call.work.accept(call.object(Quote.self))) },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(call.object(Quote.self))) },
        .get(one + "/line_items", simulates: Filters.part) { call in
            try call.part(of: call.object(Quote.self).lineItems(call.work))
        },
        .get(one + "/computed_upfront_line_items", simulates: Filters.part) { call in
            try call.part(of: call.object(Quote.self).lineItems(upfront: true, call.work))
        },
        .get(one + "/pdf") { call in
            _ = try call.object(Quote.self)
            throw ProcessorError.invalid(
                "operation_not_simulated",
                "GET /v1/quotes/{quote}/pdf is not simulated: simulated quotes have no PDF.")
        },
    ]

    private static let path = "/v1/quotes"
    private static let one = "/v1/quotes/{quote}"
    private static let lines: Set<String> = [
        "line_items[price]", "line_items[price_data][currency]", "line_items[price_data][product]",
        "line_items[price_data][recurring]", "line_items[price_data][unit_amount]",
        "line_items[quantity]", "line_items[tax_rates]",
    ]
    private static let asked = lines.union([
        "application_fee_amount", "application_fee_percent", "collection_method", "customer",
        "default_tax_rates", "description", "discounts[coupon]", "discounts[promotion_code]", "expires_at",
        "footer", "header", "invoice_settings[days_until_due]", "metadata", "on_behalf_of",
        "subscription_data[description]", "subscription_data[metadata]",
        "subscription_data[trial_period_days]", "transfer_data[destination]",
    ])
}

extension Call {
    fileprivate func take(into quote: inout Quote) throws {
        if has("line_items") { quote.items = try lineItems(allowsCustom: false) }
        if has("discounts") {
            quote.coupons = coupons
            quote.promotionCodes = promotionCodes.map(\.id)
            quote.discounts = nil
        }
        take("customer", into: &quote.customer)
        take("description", into: &quote.description)
        take("footer", into: &quote.footer)
        take("header", into: &quote.header)
        try takeMetadata(into: &quote.metadata)
        if let end = moment("expires_at") {
            try work.checkFuture(end, "expires_at")
            quote.expiresAt = end
        }
        try takeCollection(into: &quote)
        try takeTerms(into: &quote.terms)
    }

    fileprivate func takeCollection(into quote: inout Quote) throws {
        let days = self["invoice_settings"]["days_until_due"].integer
        let isSent =
            self["collection_method"].string.map { $0 == "send_invoice" } ?? (quote.daysUntilDue != nil)
        guard isSent else {
            try require(
                days == nil, "You can only specify days_until_due with collection_method=send_invoice.",
                parameter: "invoice_settings[days_until_due]")
            quote.daysUntilDue = nil
            return
        }
        let due = days ?? quote.daysUntilDue ?? 30
        try check(daysUntilDue: due, by: "invoice_settings[days_until_due]")
        quote.daysUntilDue = due
    }

    fileprivate func takeTerms(into terms: inout CheckoutSession.Terms) throws {
        if let rates = try taxRates("default_tax_rates") { terms.defaultTaxRates = rates }
        if has("application_fee_amount") {
            terms.applicationFeeAmount = try applicationFee(
                in: parameters.tree, named: "application_fee_amount")
        }
        if has("application_fee_percent") {
            terms.applicationFeeBasisPoints = try basisPoints("application_fee_percent")
        }
        take("on_behalf_of", into: &terms.onBehalfOf)
        if has("transfer_data") { terms.destination = self["transfer_data"]["destination"].string }
        try work.checkPayers(of: terms)
        let data = self["subscription_data"].fields
        if let text = data["description"] { terms.description = text.string }
        if let metadata = data["metadata"] { terms.metadata = metadata.metadata }
        if data["trial_period_days"] != nil { terms.trialDays = try trialDays() }
    }
}
