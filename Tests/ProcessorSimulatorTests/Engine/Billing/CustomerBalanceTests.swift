import Foundation
import Processor
import ProcessorSimulator
import Testing

/// The balances of customers, and their transactions.
@Suite struct CustomerBalanceTests {
    /// Creates an invoice with one item, and returns it without finalizing it.
    private func invoice(_ bench: ProcessorBench, of customer: String, _ amount: Int64) async -> String {
        let invoice = await bench.api("POST", "/v1/invoices", "customer=\(customer)&currency=usd")
        _ = await bench.api(
            "POST", "/v1/invoiceitems",
            "customer=\(customer)&currency=usd&amount=\(amount)&invoice=\(invoice["id"])")
        return invoice["id"]
    }

    private func transactions(_ bench: ProcessorBench, of customer: String) async -> [String] {
        let listed = await bench.api("GET", "/v1/customers/\(customer)/balance_transactions")
        return (0..<(Int(listed["data"]) ?? 0)).reversed().map { place in
            ["type", "amount", "ending_balance"].map { listed["data.\(place).\($0)"] }
                .joined(separator: " ")
        }
    }

    @Test("a credit reduces the next invoices until it is used up")
    func credit() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let path = "/v1/customers/\(donor.id)/balance_transactions"
        let made = await bench.api(
            "POST", path, "amount=-1500&currency=usd&description=Sorry&metadata[a]=1")
        #expect(made["object"] == "customer_balance_transaction" && made["type"] == "adjustment")
        #expect(made["ending_balance"] == "-1500" && made["description"] == "Sorry")
        let first = await bench.api(
            "POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 1000))/finalize")
        #expect(first["status"] == "paid" && first["amount_due"] == "0" && first["total"] == "1000")
        #expect(first["starting_balance"] == "-1500" && first["ending_balance"] == "-500")
        let second = await bench.api(
            "POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 1000))/pay")
        #expect(second["amount_paid"] == "500" && second["ending_balance"] == "0")
        #expect(
            await transactions(bench, of: donor.id) == [
                "adjustment -1500 -1500", "applied_to_invoice 1000 -500", "applied_to_invoice 500 0",
            ])
        let listed = await bench.api("GET", path, "invoice=\(first["id"])")
        #expect(listed["data"] == "1" && listed["data.0.invoice"] == first["id"])
        let changed = await bench.api("POST", "\(path)/\(made["id"])", "description=Refund&metadata[a]=")
        #expect(changed["description"] == "Refund" && changed["metadata.a"] == "")
    }

    @Test("a debit is added to the next invoice")
    func debit() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let set = await bench.api("POST", "/v1/customers/\(donor.id)", "balance=300")
        #expect(set["balance"] == "300" && set["currency"] == "usd")
        let paid = await bench.api(
            "POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 1000))/pay")
        #expect(paid["total"] == "1000" && paid["amount_paid"] == "1300" && paid["ending_balance"] == "0")
        #expect(await bench.api("GET", "/v1/customers/\(donor.id)")["balance"] == "0")
    }

    @Test("an amount below the minimum charge is added to the balance, and the next invoice collects it")
    func tooSmall() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let small = await bench.api(
            "POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 30))/finalize")
        #expect(small["status"] == "paid" && small["total"] == "30" && small["amount_due"] == "0")
        #expect(small["starting_balance"] == "0" && small["ending_balance"] == "30")
        let again = await bench.api("POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 15))/pay")
        #expect(again["status"] == "paid" && again["amount_paid"] == "0" && again["ending_balance"] == "45")
        #expect(try await bench.processor.paymentIntents(ListQuery()).data.isEmpty)
        let paid = await bench.api("POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 1000))/pay")
        #expect(paid["total"] == "1000" && paid["amount_paid"] == "1045" && paid["ending_balance"] == "0")
        #expect(
            await transactions(bench, of: donor.id) == [
                "applied_to_invoice 30 30", "applied_to_invoice 15 45", "applied_to_invoice -45 0",
            ])
    }

    @Test("an invoice of exactly the minimum charge is charged")
    func smallest() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let paid = await bench.api("POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 50))/pay")
        #expect(paid["amount_due"] == "50" && paid["amount_paid"] == "50")
        #expect(await transactions(bench, of: donor.id).isEmpty)
    }

    @Test("if a credit leaves less than the minimum charge, the invoice is paid without a charge")
    func creditLeavesLittle() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        _ = await bench.api("POST", "/v1/customers/\(donor.id)", "balance=-970")
        let paid = await bench.api(
            "POST", "/v1/invoices/\(await invoice(bench, of: donor.id, 1000))/finalize")
        #expect(paid["status"] == "paid" && paid["amount_due"] == "0")
        #expect(paid["starting_balance"] == "-970" && paid["ending_balance"] == "30")
    }

    @Test("voiding an invoice returns the credit that was applied to it")
    func voided() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/customers", "balance=-400")
        let id = made["id"]
        #expect(made["balance"] == "-400")
        let open = await bench.api("POST", "/v1/invoices/\(await invoice(bench, of: id, 1000))/finalize")
        #expect(open["status"] == "open" && open["amount_due"] == "600")
        _ = await bench.api("POST", "/v1/invoices/\(open["id"])/void")
        #expect(await bench.api("GET", "/v1/customers/\(id)")["balance"] == "-400")
        #expect(
            await transactions(bench, of: id) == [
                "initial -400 -400", "applied_to_invoice 400 0", "unapplied_from_invoice -400 -400",
            ])
    }

    @Test("refuses another currency, an excessive amount and another customer's transaction")
    func refused() async throws {
        let bench = try ProcessorBench()
        let (donor, other) = (try await bench.donor(), try await bench.donor())
        let path = "/v1/customers/\(donor.id)/balance_transactions"
        let made = await bench.api("POST", path, "amount=-100&currency=usd")
        #expect(await bench.api("POST", path, "amount=-100&currency=eur")["error.param"] == "currency")
        let large = await bench.api("POST", path, "amount=\(Int64.min)&currency=usd")
        #expect(large.status == 400 && large["error.param"] == "amount")
        #expect(await bench.api("POST", path, "amount=5")["error.param"] == "currency")
        let strange = await bench.api(
            "GET", "/v1/customers/\(other.id)/balance_transactions/\(made["id"])")
        #expect(strange.status == 404)
    }
}
