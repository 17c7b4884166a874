import Processor
import ProcessorSimulator
import SimulationKit
import Testing
import TimeKit

/// The due dates of invoices.
@Suite struct InvoiceTests {
    @Test("a due date must be in the future, both for a new invoice and for a draft")
    func dueDate() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let form = "customer=\(customer)&currency=usd&collection_method=send_invoice"
        let now = bench.clock.now.seconds
        let draft = await bench.api("POST", "/v1/invoices", "\(form)&due_date=\(now + 1)")
        #expect(draft["due_date"] == "\(now + 1)")
        for date in [now, now - 86_400] {
            let refused = await bench.api("POST", "/v1/invoices", "\(form)&due_date=\(date)")
            #expect(refused.status == 400 && refused["error.param"] == "due_date")
            let unchanged = await bench.api("POST", "/v1/invoices/\(draft["id"])", "due_date=\(date)")
            #expect(unchanged.status == 400 && unchanged["error.param"] == "due_date")
        }
    }
}
