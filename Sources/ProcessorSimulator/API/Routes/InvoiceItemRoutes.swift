import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/invoiceitems`.
///
/// Source: Stripe API reference, "Invoice Items".
enum InvoiceItemRoutes {
    static let all: [Route] = [
        .post(
            path, simulates: asked.union(["customer", "currency", "invoice", "subscription", "price_data"])
        ) {
            call in try call.shown(begin(call))
        },
        .get(path, simulates: Filters.list.union(["customer", "invoice", "pending"])) { call in
            let pending = call["pending"].bool
            let filter = call.filter(["customer": "customer", "invoice": "invoice"])
            return try call.scanned(InvoiceItem.self, where: filter) { item in
                !item.deleted && (pending == nil || pending == item.isWaiting)
            }
        },
        .get(one) { call in try call.shown(living(call)) },
        .post(one, simulates: asked) { call in
            var item = try changeable(call)
            try take(call, into: &item)
            try call.work.put(item)
            if let invoice = item.invoice { try call.work.reckon(invoice, with: item) }
            return try call.shown(item)
        },
        .delete(one) { call in
            var item = try changeable(call)
            item.deleted = true
            try call.work.emit("invoiceitem.deleted", call.work.put(item))
            if let invoice = item.invoice { try call.work.reckon(invoice, without: item.id) }
            return call.work.deleted(item.id, InvoiceItem.objectName)
        },
    ]

    private static let path = "/v1/invoiceitems"
    private static let one = "/v1/invoiceitems/{invoiceitem}"
    private static let asked: Set<String> = [
        "amount", "description", "metadata", "period", "pricing[price]", "quantity", "discountable",
        "tax_rates",
    ]

    private static func living(_ call: Call) throws -> InvoiceItem {
        let item = try call.object(InvoiceItem.self)
        guard !item.deleted else { throw ProcessorError.noSuch("invoiceitem", item.id) }
        return item
    }

    /// Returns the invoice item in the path. Throws an error unless the item is pending or belongs to a draft
    /// invoice; other items cannot be changed.
    private static func changeable(_ call: Call) throws -> InvoiceItem {
        let item = try living(call)
        if let invoice = item.invoice { _ = try call.work.draft(invoice) }
        return item
    }

    static func begin(_ call: Call) throws -> InvoiceItem {
        let id = try call.required("customer")
        let customer = try call.work.living(id, by: "customer")
        let invoice = try call["invoice"].string.map { try call.work.draft($0, by: "invoice") }
        let named = call["pricing"]["price"].string != nil || call["price_data"].object != nil
        guard named || call["amount"].integer != nil else { throw ProcessorError.missing("amount") }
        var submitted = call["pricing"].object ?? JSONObject()
        submitted["price_data"] = call["price_data"]
        let price = named ? try call.price(submitted.tree, in: "pricing", mustRecur: false) : nil
        guard let currency = try price?.currency ?? call.currency() ?? invoice?.currency else {
            throw ProcessorError.missing("currency")
        }
        if let invoice, invoice.currency != currency || invoice.customer != customer.id {
            throw ProcessorError.invalid(
                "The invoice must have the same currency and customer as the invoice item.",
                parameter: "invoice")
        }
        var item = InvoiceItem(
            id: try call.work.newID("ii"), created: call.work.now, customer: customer.id, amount: 0,
            currency: currency, unitAmount: 0, periodStart: call.work.now, periodEnd: call.work.now)
        if let id = call["subscription"].string {
            item.subscription = try call.work.named(Subscription.self, id, by: "subscription").id
        }
        if let price { try set(price, of: &item, call.work) }
        try take(call, into: &item)
        try call.work.emit("invoiceitem.created", call.work.put(item))
        if let invoice {
            try call.work.reckon(invoice.id, with: item)
            item = try call.work.inPath(InvoiceItem.self, item.id)
        }
        return item
    }

    private static func set(_ price: Price, of item: inout InvoiceItem, _ work: EngineTransaction) throws {
        guard price.interval == nil else {
            throw ProcessorError.invalid(
                "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
                parameter: "pricing[price]")
        }
        item.price = price.id
        item.product = price.product
        item.unitAmount = price.unitAmount
        item.amount = price.unitAmount * item.quantity
        item.description = try work.productName(price.product)
    }

    static func take(_ call: Call, into item: inout InvoiceItem) throws {
        item.metadata = try call.metadata(over: item.metadata)
        call.take("description", into: &item.description)
        if let rates = try call.taxRates("tax_rates") { item.taxRates = rates.isEmpty ? nil : rates }
        if let id = call["pricing"]["price"].string {
            try set(call.work.usable(id, by: "pricing[price]"), of: &item, call.work)
        }
        if let quantity = try call.quantity(call.parameters.tree, in: "") {
            item.quantity = quantity
            item.amount = item.unitAmount * quantity
        }
        if let amount = call["amount"].integer {
            guard item.price == nil else {
                throw ProcessorError.invalid(
                    "You may only specify one of these parameters: amount, pricing.", parameter: "amount")
            }
            guard (-AmountRules.most...AmountRules.most).contains(amount) else {
                throw ProcessorError.invalid(
                    "Invalid integer: amount must be between -\(AmountRules.most) and \(AmountRules.most).",
                    parameter: "amount")
            }
            item.amount = amount
            item.unitAmount = amount
            item.quantity = 1
        }
        let period = call["period"]
        item.periodStart = call.moment("start", in: period) ?? item.periodStart
        item.periodEnd = call.moment("end", in: period) ?? item.periodEnd
    }
}
