import MoneyKit
import Processor
import TextKit
import TimeKit

/// The routes of `/v1/invoices` and `/v1/invoice_payments`.
///
/// Source: Stripe API reference, "Invoices", "Invoice Payment".
enum InvoiceRoutes {
    static let all: [Route] = [
        .post(
            path,
            simulates: drafted.union(["customer", "currency", "pending_invoice_items_behavior"]), keeps: kept
        ) { call in try call.shown(begin(call)) },
        .get(
            path, simulates: Filters.list.union(["customer", "subscription", "status", "collection_method"])
        ) {
            call in
            let filter = call.filter([
                "customer": "customer", "subscription": "subscription", "status": "status",
            ])
            let collection = call["collection_method"].string
            return try call.scanned(Invoice.self, where: filter) { invoice in
                invoice.deleted != true
                    && (collection == nil || (collection == "send_invoice") == invoice.isSent)
            }
        },
        .search(path, Invoice.self),
        .post(path + "/create_preview", simulates: InvoicePreview.asked, keeps: ["automatic_tax", "issuer"]) {
            call in try InvoicePreview(call).shown()
        },
        .get(one) { call in try call.shown(call.work.livingInvoice(call.path())) },
        .post(one, simulates: drafted, keeps: kept) { call in try call.shown(update(call)) },
        .delete(one) { call in
            try call.work.delete(draft: call.path())
            return call.work.deleted(call.path(), Invoice.objectName)
        },
        .get(one + "/lines", simulates: Filters.part) { call in
            let invoice = try call.work.livingInvoice(call.path())
            let exemption = try call.work.exemption(of: invoice)
            let lines = (invoice.lines ?? []).map { invoice.stripeJSON($0, exemption) }
            return try call.part(of: lines, at: "/v1/invoices/\(invoice.id)/lines")
        },
        .post(one + "/finalize", simulates: ["auto_advance"]) { call in
            try call.shown(call.work.finalizeNow(call.path(), autoAdvance: call["auto_advance"].bool))
        },
        .post(one + "/pay", simulates: ["payment_method", "off_session", "paid_out_of_band"]) { call in
            if call["paid_out_of_band"].bool == true {
                return try call.shown(call.work.payElsewhere(call.path()))
            }
            let invoice = try call.work.livingInvoice(call.path())
            let method = try call["payment_method"].string.map {
                try call.work.method($0, for: invoice.customer)
            }
            return try call.shown(call.work.pay(invoice: invoice.id, with: method))
        },
        .post(one + "/void") { call in try call.shown(call.work.voidNow(call.path())) },
        .post(one + "/mark_uncollectible") { call in
            var invoice = try call.work.livingInvoice(call.path())
            try call.work.giveUp(&invoice)
            return try call.shown(invoice)
        },
        .post(one + "/send") { call in
            var invoice = try call.work.livingInvoice(call.path())
            guard invoice.isSent else {
                throw Executed(
                    .invalid(
                        "You can only manually send an invoice whose collection_method is send_invoice.")
                )
            }
            if invoice.status == .draft { invoice = try call.work.finalizeNow(invoice.id, autoAdvance: nil) }
            try call.work.emit("invoice.sent", call.work.encoded(invoice))
            return try call.shown(invoice)
        },
        .get("/v1/invoice_payments", simulates: Filters.list.union(["invoice", "payment", "status"])) {
            call in
            try payments(call)
        },
        .get("/v1/invoice_payments/{invoice_payment}") { call in
            let id = call.path()
            guard id.hasPrefix("inpay_"),
                let payment = try call.work.find(Invoice.self, "in_" + id.dropFirst("inpay_".count))?.payment
            else { throw ProcessorError.noSuch("invoice_payment", id) }
            return payment
        },
    ]

    private static let path = "/v1/invoices"
    private static let one = "/v1/invoices/{invoice}"
    private static let drafted: Set<String> = [
        "application_fee_amount", "auto_advance", "collection_method", "days_until_due",
        "default_payment_method", "default_tax_rates", "description", "discounts[coupon]",
        "discounts[promotion_code]", "due_date", "metadata", "on_behalf_of",
        "transfer_data[destination]",
    ]
    private static let kept: Set<String> = ["footer", "custom_fields", "statement_descriptor", "rendering"]

    private static func begin(_ call: Call) throws -> Invoice {
        let id = try call.required("customer")
        let customer = try call.work.living(id, by: "customer")
        let waiting = try call.work.children(InvoiceItem.self, of: customer.id).first { $0.isWaiting }
        let currency = try call.currency() ?? waiting?.currency ?? .usd
        var invoice = Invoice(
            id: try call.work.newID("in"), created: call.work.now, customer: customer.id, subscription: "",
            status: .draft, billingReason: .manual, amountDue: 0, currency: currency,
            periodStart: call.work.now, periodEnd: call.work.now)
        invoice.autoAdvance = false
        invoice.defaultTaxRates = try call.taxRates("default_tax_rates")
        try take(call, into: &invoice)
        return try call.work.begin(
            invoice, takesWaiting: call["pending_invoice_items_behavior"].string == "include",
            coupons: call.coupons, promotionCodes: call.promotionCodes)
    }

    private static func update(_ call: Call) throws -> Invoice {
        var invoice = try call.work.livingInvoice(call.path())
        let onlyWords = call.parameters.members.allSatisfy {
            ["metadata", "expand", "auto_advance"].contains($0.key)
        }
        if !onlyWords { invoice = try call.work.draft(invoice.id) }
        try take(call, into: &invoice)
        if let rates = try call.taxRates("default_tax_rates") {
            invoice.defaultTaxRates = rates
            try call.work.tax(&invoice)
            invoice.amountDue = max(0, invoice.total)
            try call.work.share(&invoice, call.work.subscription(of: invoice))
        }
        if call.has("discounts") {
            invoice.discounts = try call.work.redeem(call.coupons, call.promotionCodes, of: invoice)
            invoice.discountAmounts = nil
            try call.work.sumUp(&invoice, call.work.subscription(of: invoice))
        }
        try call.work.emit("invoice.updated", call.work.put(invoice))
        return invoice
    }

    private static func take(_ call: Call, into invoice: inout Invoice) throws {
        let wasSent = invoice.isSent
        invoice.metadata = try call.metadata(over: invoice.metadata)
        invoice.autoAdvance = call["auto_advance"].bool ?? invoice.autoAdvance
        call.take("description", into: &invoice.description)
        if let days = call["days_until_due"].integer {
            try call.check(daysUntilDue: days)
            invoice.daysUntilDue = days
        }
        if let date = call.moment("due_date") {
            try call.work.checkFuture(date, "due_date")
            invoice.dueDate = date
        }
        let isDue = invoice.isSent
        switch call["collection_method"].string {
        case "send_invoice" where !isDue: throw ProcessorError.missing("days_until_due")
        case "charge_automatically" where isDue, nil where isDue && !wasSent:
            throw ProcessorError.invalid(
                "You can only specify days_until_due or due_date with collection_method=send_invoice.",
                parameter: "days_until_due")
        default: break
        }
        if let method = call["default_payment_method"].string {
            try call.work.checkMethod(method, of: call.work.living(invoice.customer, by: "customer"))
            invoice.defaultPaymentMethod = method
        }
        if let id = call["transfer_data"]["destination"].string {
            invoice.destination = try call.work.destination(id, by: "transfer_data[destination]").id
        }
        if let id = call["on_behalf_of"].string {
            invoice.onBehalfOf = try call.work.named(Account.self, id, by: "on_behalf_of").id
        }
        if let fee = try call.applicationFee(in: call.parameters.tree, named: "application_fee_amount") {
            try call.work.checkPayer(of: fee, destination: invoice.destination, by: "application_fee_amount")
            invoice.applicationFeeAmount = fee
        }
    }

    private static func payments(_ call: Call) throws -> JSONTree {
        let status = call["status"].string
        var invoices: [Invoice]
        if let id = call["invoice"].string {
            invoices = [try call.work.named(Invoice.self, id, by: "invoice")]
        } else if let intent = call["payment"]["payment_intent"].string {
            invoices =
                try call.work.parent(of: intent)
                .flatMap { try call.work.find(Invoice.self, $0) }.map { [$0] } ?? []
        } else {
            invoices = try call.work.list(Invoice.self, ListQuery(limit: 100)).data
        }
        let payments = invoices.compactMap(\.payment).filter {
            status == nil || $0["status"].string == status
        }
        return try call.part(of: payments, at: "/v1/invoice_payments")
    }
}
