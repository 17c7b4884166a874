import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Apple Pay domains, secrets of apps, customer sessions and tax settings.
@Suite struct AccountSettingTests {
    @Test("an Apple Pay domain is registered once, and can be deleted")
    func domains() async throws {
        let bench = try ProcessorBench()
        let path = "/v1/apple_pay/domains"
        let made = await bench.api("POST", path, "domain_name=Give.example")
        #expect(made["object"] == "apple_pay_domain" && made["domain_name"] == "give.example")
        #expect(await bench.api("POST", path, "domain_name=give.example")["id"] == made["id"])
        #expect(await bench.api("POST", path, "domain_name=localhost").status == 400)
        #expect(await bench.api("GET", path, "domain_name=give.example")["data"] == "1")
        #expect(await bench.api("GET", path, "domain_name=other.example")["data"] == "0")
        #expect(await bench.api("DELETE", path + "/\(made["id"])")["deleted"] == "1")
        #expect(await bench.api("GET", path + "/\(made["id"])").status == 404)
    }

    @Test("a customer session has the components that are enabled")
    func sessions() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let made = await bench.api(
            "POST", "/v1/customer_sessions",
            "customer=\(donor.id)&components[payment_element][enabled]=true&components[payment_element][features][payment_method_save]=enabled&expand[0]=customer"
        )
        #expect(made["object"] == "customer_session", "\(made["error.message"])")
        #expect(made["customer.id"] == donor.id && made["client_secret"].contains("_secret_"))
        let features = "components.payment_element.features"
        #expect(made["\(features).payment_method_save"] == "enabled")
        #expect(made["\(features).payment_method_remove"] == "disabled")
        #expect(made["components.buy_button.enabled"] == "0")
        let refused = await bench.api(
            "POST", "/v1/customer_sessions",
            "customer=cus_none&components[buy_button][enabled]=true")
        #expect(refused["error.param"] == "customer")
    }

    @Test("each account has its own tax settings, pending until they have an address")
    func taxSettings() async throws {
        let world = try await AccountWorld()
        let bench = world.bench
        let path = "/v1/tax/settings"
        let first = await bench.api("GET", path)
        #expect(first["status"] == "pending")
        #expect(first["status_details.pending.missing_fields.0"] == "head_office")
        let behavior = await bench.api("POST", path, "defaults[tax_behavior]=inclusive")
        #expect(behavior["status"] == "pending" && behavior["defaults.tax_behavior"] == "inclusive")
        let active = await bench.api(
            "POST", path, "head_office[address][country]=US&head_office[address][state]=CA")
        #expect(active["status"] == "active" && active["head_office.address.state"] == "CA")
        #expect(active["defaults.tax_behavior"] == "inclusive")
        let wrong = await bench.api("POST", path, "head_office[address][country]=Nowhere")
        #expect(wrong["error.param"] == "head_office[address][country]")
        #expect(await bench.api("GET", path)["head_office.address.country"] == "US")
        #expect(try await world.get(path, as: world.grace).text("status") == "pending")
    }

    @Test("a secret of an app is found by name and scope, and shows its payload only expanded")
    func secrets() async throws {
        let bench = try ProcessorBench()
        let path = "/v1/apps/secrets"
        let scope = "scope[type]=user&scope[user]=u1"
        let made = await bench.api("POST", path, "name=key&payload=cus_1&\(scope)")
        #expect(made["object"] == "apps.secret" && made["payload"] == "", "\(made["error.message"])")
        #expect(made["scope.user"] == "u1")
        let found = await bench.api("GET", path + "/find", "name=key&\(scope)&expand[0]=payload")
        #expect(found["id"] == made["id"] && found["payload"] == "cus_1")
        let replaced = await bench.api("POST", path, "name=key&payload=two&\(scope)")
        #expect(await bench.api("GET", path, scope)["data.0.id"] == replaced["id"])
        #expect(await bench.api("GET", path, scope)["data"] == "1")
        #expect(await bench.api("GET", path, "scope[type]=account")["data"] == "0")
        #expect(await bench.api("GET", path, "scope[type]=user")["error.param"] == "scope[user]")
        #expect(await bench.api("POST", path + "/delete", "name=key&\(scope)")["deleted"] == "1")
        #expect(await bench.api("GET", path + "/find", "name=key&\(scope)").status == 404)
        let past = await bench.api("POST", path, "name=a&payload=b&scope[type]=account&expires_at=5")
        #expect(past["error.param"] == "expires_at")
    }
}
