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
        ) { call in try call.shown(call.beginInvoice()) },
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
        .post(one, simulates: drafted, keeps: kept) { call in try call.shown(call.updateInvoice()) },
        .delete(one) { call in
            try call.work.delete(draft: call.path())
            return Invoice.deleted(call.path())
        },
        .get(one + "/lines", simulates: Filters.part) { call in
            let invoice = try call.work.livingInvoice(call.path())
            let exemption = try call.work.exemption(of: invoice)
            let lines = (invoice.lines ?? []).map { invoice.stripeJSON($0, exemption) }
            return try call.part(of: lines)
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
            try call.invoicePayments()
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
}

extension Call {
    fileprivate func beginInvoice() throws -> Invoice {
        let customer = try requiredCustomer()
        let waiting = try work.children(InvoiceItem.self, of: customer.id).first { $0.isWaiting }
        let currency = try currency() ?? waiting?.currency ?? .usd
        var invoice = Invoice(
            id: try work.newID("in"), created: work.now, customer: customer.id, subscription: "",
            status: .draft, billingReason: .manual, amountDue: 0, currency: currency,
            periodStart: work.now, periodEnd: work.now)
        invoice.autoAdvance = false
        invoice.defaultTaxRates = try taxRates("default_tax_rates")
        try take(into: &invoice)
        return try work.begin(
            invoice, takesWaiting: self["pending_invoice_items_behavior"].string == "include",
            coupons: coupons, promotionCodes: promotionCodes)
    }

    fileprivate func updateInvoice() throws -> Invoice {
        var invoice = try work.livingInvoice(path())
        let onlyWords = parameters.members.allSatisfy {
            ["metadata", "expand", "auto_advance"].contains($0.key)
        }
        if !onlyWords { invoice = try work.draft(invoice.id) }
        try take(into: &invoice)
        if let rates = try taxRates("default_tax_rates") {
            invoice.defaultTaxRates = rates
            try work.tax(&invoice)
            invoice.amountDue = max(0, invoice.total)
            try work.share(&invoice, work.subscription(of: invoice))
        }
        if has("discounts") {
            invoice.discounts = try work.redeem(coupons, promotionCodes, of: invoice)
            invoice.discountAmounts = nil
            try work.sumUp(&invoice, work.subscription(of: invoice))
        }
        try work.emit("invoice.updated", work.put(invoice))
        return invoice
    }

    fileprivate func take(into invoice: inout Invoice) throws {
        let wasSent = invoice.isSent
        try takeMetadata(into: &invoice.metadata)
        invoice.autoAdvance = self["auto_advance"].bool ?? invoice.autoAdvance
        take("description", into: &invoice.description)
        if let days = self["days_until_due"].integer {
            try check(daysUntilDue: days)
            invoice.daysUntilDue = days
        }
        if let date = moment("due_date") {
            try work.checkFuture(date, "due_date")
            invoice.dueDate = date
        }
        let isDue = invoice.isSent
        switch self["collection_method"].string {
        case "send_invoice" where !isDue: throw ProcessorError.missing("days_until_due")
        case "charge_automatically" where isDue, nil where isDue && !wasSent:
            throw ProcessorError.invalid(
                "You can only specify days_until_due or due_date with collection_method=send_invoice.",
                parameter: "days_until_due")
        default: break
        }
        if let method = self["default_payment_method"].string {
            try work.checkMethod(method, of: work.living(invoice.customer, by: "customer"))
            invoice.defaultPaymentMethod = method
        }
        invoice.destination = try transferDestination() ?? invoice.destination
        invoice.onBehalfOf = try id(Account.self, "on_behalf_of") ?? invoice.onBehalfOf
        if let fee = try applicationFee(in: parameters.tree, named: "application_fee_amount") {
            try work.checkPayer(of: fee, destination: invoice.destination, by: "application_fee_amount")
            invoice.applicationFeeAmount = fee
        }
    }

    fileprivate func invoicePayments() throws -> JSONObject {
        let status = self["status"].string
        var invoices: [Invoice]
        if let id = self["invoice"].string {
            invoices = [try work.named(Invoice.self, id, by: "invoice")]
        } else if let intent = self["payment"]["payment_intent"].string {
            invoices =
                try work.parent(of: intent)
                .flatMap { try work.find(Invoice.self, $0) }.map { [$0] } ?? []
        } else {
            invoices = try work.list(Invoice.self, ListQuery(limit: 100)).data
        }
        let payments = invoices.compactMap(\.payment).filter {
            status == nil || $0["status"]?.string == status
        }
        return try part(of: payments)
    }
}
