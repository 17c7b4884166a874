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
            quote.testClock = try call["test_clock"].string.map {
                try call.work.named(TestClock.self, $0, by: "test_clock").id
            }
            try take(call, into: &quote)
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
            try take(call, into: &quote)
            return try call.shown(call.work.save(quote))
        },
        .post(one + "/finalize", simulates: ["expires_at"]) { call in
            try call.shown(
                call.work.finalize(call.object(Quote.self), expiresAt: call.moment("expires_at")))
        },
        .post(one + "/accept") { call in try call.shown(call.work.accept(call.object(Quote.self))) },
        .post(one + "/cancel") { call in try call.shown(call.work.cancel(call.object(Quote.self))) },
        .get(one + "/line_items", simulates: Filters.part) { call in
            try call.part(
                of: call.object(Quote.self).lineItems(call.work)["data"].elements, at: call.address)
        },
        .get(one + "/computed_upfront_line_items", simulates: Filters.part) { call in
            try call.part(
                of: call.object(Quote.self).lineItems(upfront: true, call.work)["data"].elements,
                at: call.address)
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

    private static func take(_ call: Call, into quote: inout Quote) throws {
        if call.has("line_items") { quote.items = try call.lineItems(allowsCustom: false) }
        if call.has("discounts") {
            quote.coupons = call.coupons
            quote.promotionCodes = call.promotionCodes.map(\.id)
            quote.discounts = nil
        }
        call.take("customer", into: &quote.customer)
        call.take("description", into: &quote.description)
        call.take("footer", into: &quote.footer)
        call.take("header", into: &quote.header)
        quote.metadata = try call.metadata(over: quote.metadata)
        if let end = call.moment("expires_at") {
            try call.work.checkFuture(end, "expires_at")
            quote.expiresAt = end
        }
        try takeCollection(call, into: &quote)
        try takeTerms(call, into: &quote.terms)
    }

    private static func takeCollection(_ call: Call, into quote: inout Quote) throws {
        let days = call["invoice_settings"]["days_until_due"].integer
        let isSent =
            call["collection_method"].string.map { $0 == "send_invoice" } ?? (quote.daysUntilDue != nil)
        guard isSent else {
            guard days == nil else {
                throw ProcessorError.invalid(
                    "You can only specify days_until_due with collection_method=send_invoice.",
                    parameter: "invoice_settings[days_until_due]")
            }
            quote.daysUntilDue = nil
            return
        }
        let due = days ?? quote.daysUntilDue ?? 30
        try call.check(daysUntilDue: due, by: "invoice_settings[days_until_due]")
        quote.daysUntilDue = due
    }

    private static func takeTerms(_ call: Call, into terms: inout CheckoutSession.Terms) throws {
        if let rates = try call.taxRates("default_tax_rates") { terms.defaultTaxRates = rates }
        if call.has("application_fee_amount") {
            terms.applicationFeeAmount = try call.applicationFee(
                in: call.parameters.tree, named: "application_fee_amount")
        }
        if call.has("application_fee_percent") {
            terms.applicationFeeBasisPoints = try call.basisPoints("application_fee_percent")
        }
        call.take("on_behalf_of", into: &terms.onBehalfOf)
        if call.has("transfer_data") { terms.destination = call["transfer_data"]["destination"].string }
        try call.work.checkPayer(
            of: terms.applicationFeeAmount, destination: terms.destination, by: "application_fee_amount")
        try call.work.checkPayer(
            of: terms.applicationFeeBasisPoints, destination: terms.destination, by: "application_fee_percent"
        )
        let data = call["subscription_data"].object ?? JSONObject()
        if let text = data["description"] { terms.description = text.string }
        if let metadata = data["metadata"] { terms.metadata = Call.metadata(metadata) }
        if data["trial_period_days"] != nil { terms.trialDays = try call.trialDays() }
    }
}
