import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Cash balances of customers, which bank transfers fund.
@Suite struct CashBalanceTests {
    @Test("a bank transfer increases the cash balance in its currency")
    func funded() async throws {
        let bench = try ProcessorBench()
        let (donor, other) = (try await bench.donor().id, try await bench.donor().id)
        let fund = "/v1/test_helpers/customers/\(donor)/fund_cash_balance"
        let first = await bench.api("POST", fund, "amount=5000&currency=usd&reference=INV-1")
        #expect(first["object"] == "customer_cash_balance_transaction", "\(first["error.message"])")
        #expect(first["type"] == "funded" && first["net_amount"] == "5000")
        #expect(first["funded.bank_transfer.reference"] == "INV-1")
        #expect(first["funded.bank_transfer.type"] == "us_bank_transfer")
        let second = await bench.api("POST", fund, "amount=100&currency=usd")
        #expect(second["ending_balance"] == "5100")
        _ = await bench.api("POST", fund, "amount=7&currency=eur")
        let balance = await bench.api("GET", "/v1/customers/\(donor)/cash_balance")
        #expect(balance["available.usd"] == "5100" && balance["available.eur"] == "7")
        let path = "/v1/customers/\(donor)/cash_balance_transactions"
        let listed = await bench.api("GET", path, "limit=2")
        #expect(listed["data.0.currency"] == "eur" && listed["has_more"] == "1")
        #expect(await bench.api("GET", path + "/\(first["id"])")["net_amount"] == "5000")
        let elsewhere = "/v1/customers/\(other)/cash_balance_transactions"
        #expect(await bench.api("GET", elsewhere + "/\(first["id"])").status == 404)
        #expect(await bench.api("GET", elsewhere)["data"] == "0")
        #expect(await bench.api("GET", "/v1/balance")["available.0.amount"] == "0")
        #expect(try await bench.events().contains("customer_cash_balance_transaction.created"))
    }

    @Test(
        "refuses bank transfers that are impossible",
        arguments: [
            "amount=0&currency=usd", "amount=-5&currency=usd", "amount=99999999999&currency=usd",
            "amount=100&currency=chf", "amount=100&currency=xyz",
        ])
    func refused(form: String) async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor().id
        let path = "/v1/test_helpers/customers/\(donor)/fund_cash_balance"
        #expect(await bench.api("POST", path, form).status == 400)
        #expect(await bench.api("GET", "/v1/customers/\(donor)/cash_balance")["available"] == "")
    }

    @Test("funding instructions name one bank account per customer")
    func instructions() async throws {
        let bench = try ProcessorBench()
        let (donor, other) = (try await bench.donor().id, try await bench.donor().id)
        let form = "currency=usd&funding_type=bank_transfer&bank_transfer[type]=us_bank_transfer"
        func instructions(_ customer: String, _ form: String) async -> APIShown {
            await bench.api("POST", "/v1/customers/\(customer)/funding_instructions", form)
        }
        let number = "bank_transfer.financial_addresses.0.aba.account_number"
        let shown = await instructions(donor, form)
        #expect(shown["object"] == "funding_instructions", "\(shown["error.message"])")
        #expect(shown[number].count == 12)
        #expect(await instructions(donor, form)[number] == shown[number])
        #expect(await instructions(other, form)[number] != shown[number])
        let wrong = form.replacing("us_bank_transfer", with: "gb_bank_transfer")
        #expect(await instructions(donor, wrong)["error.param"] == "bank_transfer[type]")
        #expect(await instructions("cus_none", form).status == 404)
    }

    @Test("a payment with another payment method cannot use the cash balance")
    func applied() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/payment_intents", "amount=500&currency=usd")
        let path = "/v1/payment_intents/\(made["id"])/apply_customer_balance"
        #expect(await bench.api("POST", path)["error.code"] == "payment_intent_unexpected_state")
        #expect(await bench.api("POST", "/v1/payment_intents/pi_none/apply_customer_balance").status == 404)
    }
}
