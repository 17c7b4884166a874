import Foundation
import Processor
import ProcessorSimulator
import Testing

/// Credit notes, and their effect on invoices, balances and refunds.
@Suite struct CreditNoteTests {
    /// Creates an invoice of 20.00 and 10.00, with an exclusive tax of 10 % on the first line, and finalizes
    /// it.
    private func invoice(_ bench: ProcessorBench, of customer: String, isPaid: Bool) async -> APIShown {
        let rate = await bench.api(
            "POST", "/v1/tax_rates", "display_name=VAT&percentage=10&inclusive=false")
        let invoice = await bench.api("POST", "/v1/invoices", "customer=\(customer)&currency=usd")
        for item in ["amount=2000&tax_rates[0]=\(rate["id"])", "amount=1000"] {
            _ = await bench.api(
                "POST", "/v1/invoiceitems",
                "customer=\(customer)&currency=usd&invoice=\(invoice["id"])&\(item)")
        }
        return await bench.api("POST", "/v1/invoices/\(invoice["id"])/\(isPaid ? "pay" : "finalize")")
    }

    private func credit(_ bench: ProcessorBench, _ invoice: APIShown, _ more: String) async -> APIShown {
        await bench.api("POST", "/v1/credit_notes", "invoice=\(invoice["id"])&\(more)")
    }

    @Test("a credit note of an open invoice reduces the amount due, and voiding it restores the amount")
    func open() async throws {
        let bench = try ProcessorBench()
        let invoice = await invoice(bench, of: try await bench.donor().id, isPaid: false)
        #expect(invoice["amount_due"] == "3200" && invoice["status"] == "open")
        let line = invoice["lines.data.0.id"]
        let note = await credit(
            bench, invoice,
            "lines[0][type]=invoice_line_item&lines[0][invoice_line_item]=\(line)&lines[0][amount]=500&reason=order_change&memo=Sorry"
        )
        #expect(note["object"] == "credit_note" && note["number"] == invoice["number"] + "-CN-01")
        #expect(note["amount"] == "550" && note["subtotal"] == "500" && note["total_taxes.0.amount"] == "50")
        #expect(note["type"] == "pre_payment" && note["pre_payment_amount"] == "550")
        #expect(note["lines.data.0.invoice_line_item"] == line && note["status"] == "issued")
        let reduced = await bench.api("GET", "/v1/invoices/\(invoice["id"])")
        #expect(reduced["amount_due"] == "2650" && reduced["amount_remaining"] == "2650")
        #expect(reduced["pre_payment_credit_notes_amount"] == "550" && reduced["total"] == "3200")
        let void = await bench.api("POST", "/v1/credit_notes/\(note["id"])/void")
        #expect(void["status"] == "void" && void["voided_at"] != "")
        let paid = await bench.api("POST", "/v1/invoices/\(invoice["id"])/pay")
        #expect(paid["amount_paid"] == "3200" && paid["pre_payment_credit_notes_amount"] == "0")
        #expect(await bench.api("POST", "/v1/credit_notes/\(note["id"])/void").status == 400)
    }

    @Test("a payment after a credit note charges only the rest, and a full credit note pays the invoice")
    func rest() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let first = await invoice(bench, of: donor.id, isPaid: false)
        _ = await credit(bench, first, "amount=1200")
        let paid = await bench.api("POST", "/v1/invoices/\(first["id"])/pay")
        #expect(paid["status"] == "paid" && paid["amount_paid"] == "2000")
        let second = await invoice(bench, of: donor.id, isPaid: false)
        #expect(await credit(bench, second, "amount=3200")["pre_payment_amount"] == "3200")
        let settled = await bench.api("GET", "/v1/invoices/\(second["id"])")
        #expect(settled["status"] == "paid" && settled["amount_paid"] == "0" && settled["amount_due"] == "0")
    }

    @Test("a credit note cannot link the same refund twice")
    func linkedTwice() async throws {
        let bench = try ProcessorBench()
        let invoice = await invoice(bench, of: try await bench.donor().id, isPaid: true)
        let payment = await bench.api("GET", "/v1/invoice_payments", "invoice=\(invoice["id"])")
        let refund = await bench.api(
            "POST", "/v1/refunds",
            "payment_intent=\(payment["data.0.payment.payment_intent"])&amount=500")
        let link = "refunds[N][refund]=\(refund["id"])&refunds[N][amount_refunded]=500"
        let (first, second) = (link.replacing("N", with: "0"), link.replacing("N", with: "1"))
        let twice = await credit(bench, invoice, "amount=1000&\(first)&\(second)")
        #expect(twice.status == 400 && twice["error.param"] == "refunds[1][amount_refunded]")
        #expect(await credit(bench, invoice, "amount=500&\(first)").status == 200)
    }

    @Test("an invoice refuses a due date in the distant future")
    func distantDueDate() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        for path in ["/v1/invoices", "/v1/quotes", "/v1/subscriptions"] {
            let days = path == "/v1/quotes" ? "invoice_settings[days_until_due]" : "days_until_due"
            let items = path == "/v1/subscriptions" ? "&items[0][price]=\(try await bench.price())" : ""
            let refused = await bench.api(
                "POST", path,
                "customer=\(donor.id)&collection_method=send_invoice&\(days)=9223372036854775807\(items)")
            #expect(refused.status == 400 && refused["error.param"] == days)
        }
    }

    @Test("a credit note of a paid invoice is refunded, credited to the balance or paid elsewhere")
    func paid() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let invoice = await invoice(bench, of: donor.id, isPaid: true)
        let note = await credit(
            bench, invoice, "amount=1000&refund_amount=500&credit_amount=300&out_of_band_amount=200")
        #expect(note["type"] == "post_payment" && note["post_payment_amount"] == "1000")
        #expect(note["out_of_band_amount"] == "200" && note["refunds.0.amount_refunded"] == "500")
        #expect(try await bench.movements(of: nil).contains("refund -500 0"))
        let refund = await bench.api("GET", "/v1/refunds/\(note["refunds.0.refund"])")
        #expect(refund["amount"] == "500" && refund["status"] == "succeeded")
        let transactions = await bench.api("GET", "/v1/customers/\(donor.id)/balance_transactions")
        #expect(transactions["data.0.id"] == note["customer_balance_transaction"])
        #expect(transactions["data.0.type"] == "credit_note" && transactions["data.0.amount"] == "-300")
        let credited = await bench.api("GET", "/v1/invoices/\(invoice["id"])")
        #expect(credited["post_payment_credit_notes_amount"] == "1000" && credited["amount_paid"] == "3200")
        #expect(await bench.api("POST", "/v1/credit_notes/\(note["id"])/void").status == 400)
        let linked = await bench.api(
            "POST", "/v1/refunds", "payment_intent=\(try await intent(bench, of: invoice["id"]))&amount=400")
        let second = await credit(bench, invoice, "amount=400&refunds[0][refund]=\(linked["id"])")
        #expect(second["refunds.0.refund"] == linked["id"] && second["number"].hasSuffix("-CN-02"))
        #expect(await bench.api("GET", "/v1/credit_notes", "invoice=\(invoice["id"])")["data"] == "2")
    }

    private func intent(_ bench: ProcessorBench, of invoice: String) async throws -> String {
        await bench.api("GET", "/v1/invoice_payments", "invoice=\(invoice)")["data.0.payment.payment_intent"]
    }

    @Test("a preview is not saved, and lists its lines")
    func preview() async throws {
        let bench = try ProcessorBench()
        let invoice = await invoice(bench, of: try await bench.donor().id, isPaid: false)
        let form =
            "invoice=\(invoice["id"])&lines[0][type]=custom_line_item&lines[0][description]=Late&lines[0][unit_amount]=100&lines[0][quantity]=2"
        let preview = await bench.api("GET", "/v1/credit_notes/preview", form)
        #expect(preview["amount"] == "200" && preview["lines.data.0.type"] == "custom_line_item")
        let lines = await bench.api("GET", "/v1/credit_notes/preview/lines", form)
        #expect(lines["data"] == "1" && lines["data.0.unit_amount"] == "100")
        #expect(await bench.api("GET", "/v1/credit_notes")["data"] == "0")
        #expect(await bench.api("GET", "/v1/invoices/\(invoice["id"])")["amount_due"] == "3200")
        let made = await bench.api("POST", "/v1/credit_notes", form + "&memo=a&metadata[a]=1")
        let changed = await bench.api("POST", "/v1/credit_notes/\(made["id"])", "memo=b")
        #expect(changed["memo"] == "b" && changed["metadata.a"] == "1")
        let listed = await bench.api("GET", "/v1/credit_notes/\(made["id"])/lines")
        #expect(listed["data.0.id"] == made["lines.data.0.id"])
        let events = try await bench.events().filter { $0.hasPrefix("credit_note") }
        #expect(events == ["credit_note.created", "credit_note.updated"])
    }

    @Test("refuses amounts that do not add up, and more than the invoice")
    func refused() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let paid = await invoice(bench, of: donor.id, isPaid: true)
        let line = paid["lines.data.1.id"]
        let part = "lines[0][type]=invoice_line_item&lines[0][invoice_line_item]=\(line)"
        for (form, parameter) in [
            ("amount=3201&out_of_band_amount=3201", "amount"), ("amount=0", "amount"), ("memo=a", "amount"),
            ("amount=100&refund_amount=-1", "refund_amount"), ("amount=100", ""),
            ("amount=100&credit_amount=101", "credit_amount"), ("amount=100&\(part)", "lines"),
            ("\(part)&lines[0][amount]=1001", "lines[0][amount]"),
            ("\(part)x&out_of_band_amount=1", "lines[0][invoice_line_item]"),
            ("amount=100&refunds[0][refund]=re_none", "refunds[0][refund]"),
        ] {
            let refused = await credit(bench, paid, form)
            #expect(refused.status == 400 && refused["error.param"] == parameter, "\(form)")
        }
        let draft = await bench.api("POST", "/v1/invoices", "customer=\(donor.id)&currency=usd")
        #expect(await credit(bench, draft, "amount=1")["error.param"] == "invoice")
        // A line can be credited in parts, but only up to its amount.
        for (amount, status) in [(600, 200), (401, 400)] {
            let form = "\(part)&lines[0][amount]=\(amount)&out_of_band_amount=\(amount)"
            #expect(await credit(bench, paid, form).status == status)
        }
        #expect(await credit(bench, paid, "\(part)&out_of_band_amount=400")["amount"] == "400")
    }
}
