import Processor
import ProcessorSimulator
import Testing

/// URLs to which hosted pages send customers.
@Suite struct LinkParameterTests {
    private static let session = "mode=setup&currency=usd"
    private static let link =
        "line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&line_items[0][price_data][unit_amount]=500&line_items[0][price_data][product_data][name]=Book&after_completion[type]=redirect"

    @Test(
        "a URL that runs a script is refused, and the error names its parameter",
        arguments: [
            ("checkout/sessions", session, "success_url"),
            ("checkout/sessions", session + "&success_url=https://example.org", "cancel_url"),
            ("payment_links", link, "after_completion[redirect][url]"),
            ("payment_intents", "amount=500&currency=usd", "return_url"), ("setup_intents", "", "return_url"),
            (
                "billing_portal/configurations", "features[invoice_history][enabled]=true",
                "default_return_url"
            ),
        ])
    func script(path: String, form: String, parameter: String) async throws {
        let bench = try ProcessorBench()
        let refused = await bench.api("POST", "/v1/\(path)", "\(form)&\(parameter)=javascript:alert(1)")
        #expect(refused.status == 400 && refused["error.code"] == "url_invalid")
        #expect(refused["error.param"] == parameter)
        let accepted = await bench.api("POST", "/v1/\(path)", "\(form)&\(parameter)=https://example.org")
        #expect(accepted.status == 200, "\(accepted["error.message"])")
    }

    @Test("the return URL of an intent can open an app")
    func app() async throws {
        let bench = try ProcessorBench()
        for (path, form) in [("payment_intents", "amount=500&currency=usd"), ("setup_intents", "")] {
            let made = await bench.api("POST", "/v1/\(path)", "\(form)&return_url=church-app://paid")
            #expect(made.status == 200)
            let confirm = "/v1/\(path)/\(made["id"])/confirm"
            let refused = await bench.api("POST", confirm, "return_url=javascript:alert(1)")
            #expect(refused["error.param"] == "return_url")
        }
    }

    @Test("the return URL of a portal session must be a web page")
    func portal() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let form = "customer=\(customer)&return_url="
        let refused = await bench.api("POST", "/v1/billing_portal/sessions", form + "church-app://paid")
        #expect(refused["error.code"] == "url_invalid" && refused["error.param"] == "return_url")
        let made = await bench.api("POST", "/v1/billing_portal/sessions", form + "https://example.org/")
        #expect(made["return_url"] == "https://example.org/")
    }
}
