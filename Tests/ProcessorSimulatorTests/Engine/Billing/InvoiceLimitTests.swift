import Foundation
import Processor
import ProcessorSimulator
import Testing

/// The highest total that an invoice can charge, and the number of its lines.
@Suite struct InvoiceLimitTests {
    @Test("an invoice above the highest amount is declined, and charges nothing")
    func amount() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api(
            "POST", "/v1/customers",
            "payment_method=pm_card_visa&invoice_settings[default_payment_method]=pm_card_visa")["id"]
        let price = await bench.api(
            "POST", "/v1/prices", "currency=usd&unit_amount=99999999&product_data[name]=Hall")["id"]
        _ = await bench.api(
            "POST", "/v1/invoiceitems", "customer=\(customer)&pricing[price]=\(price)&quantity=999999")
        let invoice = await bench.api(
            "POST", "/v1/invoices", "customer=\(customer)&pending_invoice_items_behavior=include")
        #expect(invoice["amount_due"] == "99999899000001")
        let paid = await bench.api("POST", "/v1/invoices/\(invoice["id"])/pay")
        #expect(paid.status == 402 && paid["error.code"] == "amount_too_large")
        #expect(await bench.api("GET", "/v1/invoices/\(invoice["id"])")["status"] == "open")
        #expect(try await bench.holding(of: nil) == 0)
    }

    @Test("an invoice takes 250 pending items, and the next invoice takes the others")
    func lines() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let item = "customer=\(customer)&amount=100&currency=usd"
        for _ in 0..<251 { _ = await bench.api("POST", "/v1/invoiceitems", item) }
        let form = "customer=\(customer)&pending_invoice_items_behavior=include"
        let first = await bench.api("POST", "/v1/invoices", form)
        #expect(first["amount_due"] == "25000")
        let refused = await bench.api("POST", "/v1/invoiceitems", "\(item)&invoice=\(first["id"])")
        #expect(refused.status == 400 && refused["error.param"] == "invoice")
        #expect(await bench.api("POST", "/v1/invoices", form)["amount_due"] == "100")
    }
}
