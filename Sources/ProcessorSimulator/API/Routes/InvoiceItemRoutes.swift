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
            call in try call.shown(call.beginInvoiceItem())
        },
        .get(path, simulates: Filters.list.union(["customer", "invoice", "pending"])) { call in
            let filter = call.filter(["customer": "customer", "invoice": "invoice"])
            return try call.scanned(InvoiceItem.self, where: filter) { item in
                !item.deleted && call.allows("pending", item.isWaiting)
            }
        },
        .get(one) { call in try call.shown(call.livingItem()) },
        .post(one, simulates: asked) { call in
            var item = try call.changeableItem()
            try call.take(into: &item)
            try call.work.put(item)
            if let invoice = item.invoice { try call.work.reckon(invoice, with: item) }
            return try call.shown(item)
        },
        .delete(one) { call in
            var item = try call.changeableItem()
            item.deleted = true
            try call.work.emit("invoiceitem.deleted", call.work.put(item))
            if let invoice = item.invoice { try call.work.reckon(invoice, without: item.id) }
            return InvoiceItem.deleted(item.id)
        },
    ]

    private static let path = "/v1/invoiceitems"
    private static let one = "/v1/invoiceitems/{invoiceitem}"
    private static let asked: Set<String> = [
        "amount", "description", "metadata", "period", "pricing[price]", "quantity", "discountable",
        "tax_rates",
    ]

    fileprivate static func set(_ price: Price, of item: inout InvoiceItem, _ work: EngineTransaction) throws
    {
        try require(
            price.interval == nil,
            "The price specified is set to `type=recurring` but this field only accepts prices with `type=one_time`.",
            parameter: "pricing[price]")
        item.price = price.id
        item.product = price.product
        item.unitAmount = price.unitAmount
        item.amount = price.unitAmount * item.quantity
        item.description = try work.productName(price.product)
    }
}

extension Call {
    fileprivate func livingItem() throws -> InvoiceItem {
        let item = try object(InvoiceItem.self)
        guard !item.deleted else { throw ProcessorError.noSuch("invoiceitem", item.id) }
        return item
    }

    /// Returns the invoice item in the path. Throws an error unless the item is pending or belongs to a draft
    /// invoice; other items cannot be changed.
    fileprivate func changeableItem() throws -> InvoiceItem {
        let item = try livingItem()
        if let invoice = item.invoice { _ = try work.draft(invoice) }
        return item
    }

    func beginInvoiceItem() throws -> InvoiceItem {
        let customer = try requiredCustomer()
        let invoice = try self["invoice"].string.map { try work.draft($0, by: "invoice") }
        let named = self["pricing"]["price"].string != nil || self["price_data"].object != nil
        guard named || self["amount"].integer != nil else { throw ProcessorError.missing("amount") }
        var submitted = self["pricing"].fields
        submitted["price_data"] = self["price_data"]
        let price = named ? try price(submitted.tree, in: "pricing", mustRecur: false) : nil
        guard let currency = try price?.currency ?? currency() ?? invoice?.currency else {
            throw ProcessorError.missing("currency")
        }
        if let invoice, invoice.currency != currency || invoice.customer != customer.id {
            throw ProcessorError.invalid(
                "The invoice must have the same currency and customer as the invoice item.",
                parameter: "invoice")
        }
        var item = InvoiceItem(
            id: try work.newID("ii"), created: work.now, customer: customer.id, amount: 0,
            currency: currency, unitAmount: 0, periodStart: work.now, periodEnd: work.now)
        if let id = self["subscription"].string {
            item.subscription = try work.named(Subscription.self, id, by: "subscription").id
        }
        if let price { try InvoiceItemRoutes.set(price, of: &item, work) }
        try take(into: &item)
        try work.emit("invoiceitem.created", work.put(item))
        if let invoice {
            try work.reckon(invoice.id, with: item)
            item = try work.inPath(InvoiceItem.self, item.id)
        }
        return item
    }

    func take(into item: inout InvoiceItem) throws {
        try takeMetadata(into: &item.metadata)
        take("description", into: &item.description)
        if let rates = try taxRates("tax_rates") { item.taxRates = rates.isEmpty ? nil : rates }
        if let id = self["pricing"]["price"].string {
            try InvoiceItemRoutes.set(work.usable(id, by: "pricing[price]"), of: &item, work)
        }
        if let quantity = try quantity(parameters.tree, in: "") {
            item.quantity = quantity
            item.amount = item.unitAmount * quantity
        }
        if let amount = self["amount"].integer {
            try require(
                item.price == nil, "You may only specify one of these parameters: amount, pricing.",
                parameter: "amount")
            try require(
                (-AmountRules.most...AmountRules.most).contains(amount),
                "Invalid integer: amount must be between -\(AmountRules.most) and \(AmountRules.most).",
                parameter: "amount")
            item.amount = amount
            item.unitAmount = amount
            item.quantity = 1
        }
        let period = self["period"]
        item.periodStart = moment("start", in: period) ?? item.periodStart
        item.periodEnd = moment("end", in: period) ?? item.periodEnd
    }
}
