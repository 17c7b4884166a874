import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Prices whose amount the customer chooses.
@Suite struct CustomAmountTests {
    private func price(_ bench: ProcessorBench, _ more: String = "") async -> APIShown {
        await bench.api(
            "POST", "/v1/prices",
            "currency=usd&product_data[name]=Gift&custom_unit_amount[enabled]=true" + more)
    }

    private func session(_ price: String, _ bench: ProcessorBench, _ more: String = "") async -> APIShown {
        await bench.api(
            "POST", "/v1/checkout/sessions",
            "mode=payment&success_url=https://example.org/&line_items[0][quantity]=1"
                + "&line_items[0][price]=\(price)" + more)
    }

    @Test("such a price has limits and no amount")
    func shape() async throws {
        let bench = try ProcessorBench()
        let made = await price(
            bench,
            "&custom_unit_amount[minimum]=500&custom_unit_amount[maximum]=9000&custom_unit_amount[preset]=2000"
        )
        #expect(made["unit_amount"] == "" && made["unit_amount_decimal"] == "" && made["type"] == "one_time")
        #expect(made["custom_unit_amount.minimum"] == "500" && made["custom_unit_amount.maximum"] == "9000")
        #expect(made["custom_unit_amount.preset"] == "2000")
    }

    @Test(
        "refuses limits that cannot be met",
        arguments: [
            ("&unit_amount=100", "unit_amount"), ("&recurring[interval]=month", "custom_unit_amount"),
            ("&custom_unit_amount[minimum]=10", "custom_unit_amount[minimum]"),
            ("&custom_unit_amount[preset]=100000000", "custom_unit_amount[preset]"),
            (
                "&custom_unit_amount[minimum]=900&custom_unit_amount[maximum]=800",
                "custom_unit_amount[minimum]"
            ),
            (
                "&custom_unit_amount[minimum]=900&custom_unit_amount[preset]=800",
                "custom_unit_amount[preset]"
            ),
        ])
    func refuses(form: String, parameter: String) async throws {
        let bench = try ProcessorBench()
        let made = await price(bench, form)
        #expect(made.status == 400 && made["error.param"] == parameter, "\(made["error.message"])")
    }

    @Test("the customer's amount within the limits is charged")
    func pays() async throws {
        let bench = try ProcessorBench()
        let made = await price(
            bench, "&custom_unit_amount[minimum]=500&custom_unit_amount[preset]=2000")
        let begun = await session(made["id"], bench)
        #expect(begun["amount_total"] == "2000", "\(begun["error.message"])")
        #expect(try await bench.processor.checkoutPage(begun["id"]).chosenAmount == "20.00")
        let visa = PageCard(name: "pm_card_visa", number: "")
        for wrong in ["4.99", "12,50", "", "-5"] {
            let error = await refusal {
                try await bench.processor.complete(
                    checkoutSession: begun["id"], with: visa, email: nil, amount: wrong)
            }
            #expect(error?.parameter == "amount")
        }
        let result = try await bench.processor.complete(
            checkoutSession: begun["id"], with: visa, email: nil, amount: "12.50")
        #expect(result == .complete)
        let paid = await bench.api("GET", "/v1/checkout/sessions/\(begun["id"])")
        #expect(paid["amount_total"] == "1250" && paid["payment_status"] == "paid")
        let intent = await bench.api("GET", "/v1/payment_intents/\(paid["payment_intent"])")
        #expect(intent["amount_received"] == "1250")
    }

    @Test("the tax is computed on the customer's amount")
    func taxed() async throws {
        let bench = try ProcessorBench()
        let made = await price(bench, "&custom_unit_amount[preset]=2000")
        let rate = await bench.api(
            "POST", "/v1/tax_rates", "display_name=VAT&percentage=10&inclusive=false")["id"]
        let begun = await session(made["id"], bench, "&line_items[0][tax_rates][0]=\(rate)")
        #expect(begun["amount_total"] == "2200")
        let result = try await bench.processor.complete(
            checkoutSession: begun["id"], with: PageCard(name: "pm_card_visa", number: ""), email: nil,
            amount: "50.00")
        #expect(result == .complete)
        let paid = await bench.api("GET", "/v1/checkout/sessions/\(begun["id"])")
        #expect(paid["amount_subtotal"] == "5000" && paid["amount_total"] == "5500")
        let intent = await bench.api("GET", "/v1/payment_intents/\(paid["payment_intent"])")
        #expect(intent["amount_received"] == "5500")
        let quote = await bench.api("POST", "/v1/quotes", "line_items[0][price]=\(made["id"])")
        #expect(quote.status == 400 && quote["error.param"] == "line_items[0][price]")
    }

    @Test("a payment link asks each customer for the amount")
    func link() async throws {
        let bench = try ProcessorBench()
        let made = await price(bench)
        let link = await bench.api(
            "POST", "/v1/payment_links", "line_items[0][price]=\(made["id"])&line_items[0][quantity]=1")
        #expect(link.status == 200, "\(link["error.message"])")
        let first = try await bench.processor.open(paymentLink: link["id"])
        let unpaid = await bench.api("POST", "/_tapctl/checkout/sessions/\(first)/complete/pm_card_visa")
        #expect(unpaid.status == 400 && unpaid["error.param"] == "amount")
        for amount in ["700", "900"] {
            let page = try await bench.processor.open(paymentLink: link["id"])
            let paid = await bench.api(
                "POST", "/_tapctl/checkout/sessions/\(page)/complete/pm_card_visa/\(amount)")
            #expect(paid["amount_total"] == amount && paid["status"] == "complete")
        }
    }

    @Test("such a price is the only item of a payment")
    func alone() async throws {
        let bench = try ProcessorBench()
        let id = await price(bench)["id"]
        let twice = await session(id, bench, "&line_items[1][price]=\(id)&line_items[1][quantity]=1")
        #expect(twice.status == 400 && twice["error.param"] == "line_items")
        _ = await bench.api("POST", "/v1/coupons", "id=half&percent_off=50")
        let cheaper = await session(id, bench, "&discounts[0][coupon]=half")
        #expect(cheaper.status == 400 && cheaper["error.param"] == "discounts")
        let donor = try await bench.donor()
        let item = await bench.api(
            "POST", "/v1/invoiceitems", "customer=\(donor.id)&pricing[price]=\(id)")
        #expect(item.status == 400 && item["error.param"] == "pricing[price]")
    }
}
