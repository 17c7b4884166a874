import Processor
import ProcessorSimulator
import TestSupport
import Testing

/// Country specs, payment-method settings, file links, reviews and cash balances.
@Suite struct SmallResourceTests {
    @Test("country specs have each country once")
    func countries() async throws {
        let bench = try ProcessorBench()
        let first = await bench.api("GET", "/v1/country_specs", "limit=2")
        #expect(first["data.0.id"] == "AE" && first["data.1.id"] == "AT" && first["has_more"] == "1")
        let next = await bench.api("GET", "/v1/country_specs", "limit=100&starting_after=AT")
        #expect(next["data.0.id"] == "AU" && next["has_more"] == "0" && next["data"] == "42")
        let states = await bench.api("GET", "/v1/country_specs/US")
        #expect(states["default_currency"] == "usd" && states["supported_payment_methods.0"] == "ach")
        #expect(states["supported_bank_account_currencies.usd"] == "1")
        #expect(states["verification_fields.individual.minimum"] == "20")
        #expect(states["verification_fields.company.minimum"] == "44")
        let germany = await bench.api("GET", "/v1/country_specs/DE")
        #expect(germany["supported_payment_currencies.0"] == "eur")
        #expect(germany["supported_transfer_countries.0"] == "DE")
        #expect(await bench.api("GET", "/v1/country_specs/ZZ").status == 404)
    }

    @Test("a domain is registered once, turned off and validated")
    func domains() async throws {
        let bench = try ProcessorBench()
        let path = "/v1/payment_method_domains"
        let made = await bench.api("POST", path, "domain_name=Give.example")
        #expect(made["domain_name"] == "give.example" && made["apple_pay.status"] == "active")
        #expect(await bench.api("POST", path, "domain_name=give.example")["id"] == made["id"])
        let off = await bench.api("POST", "\(path)/\(made["id"])", "enabled=false")
        #expect(off["enabled"] == "0" && off["link.status"] == "inactive")
        #expect(await bench.api("GET", path, "enabled=true")["data"] == "0")
        #expect(await bench.api("GET", path, "domain_name=give.example")["data"] == "1")
        let bad = await bench.api("POST", path, "domain_name=no.invalid")
        let checked = await bench.api("POST", "\(path)/\(bad["id"])/validate")
        #expect(checked["google_pay.status"] == "inactive")
        #expect(checked["google_pay.status_details.error_message"] != "")
    }

    @Test(
        "refuses what is not a domain",
        arguments: ["localhost", "https://give.example", "give..example", "-give.example", "give.example/x"])
    func notDomains(name: String) async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/payment_method_domains", "domain_name=\(name)")
        #expect(made.status == 400 && made["error.param"] == "domain_name")
    }

    @Test("a configuration keeps its preferences")
    func configurations() async throws {
        let bench = try ProcessorBench()
        let path = "/v1/payment_method_configurations"
        let made = await bench.api(
            "POST", path, "name=Gifts&link[display_preference][preference]=off")
        #expect(made["name"] == "Gifts" && made["active"] == "1" && made["is_default"] == "0")
        #expect(made["link.display_preference.value"] == "off" && made["link.available"] == "0")
        #expect(made["card.display_preference.preference"] == "none" && made["card.available"] == "1")
        let changed = await bench.api(
            "POST", "\(path)/\(made["id"])", "active=false&cashapp[display_preference][preference]=on")
        #expect(changed["cashapp.available"] == "1" && changed["link.available"] == "0")
        #expect(await bench.api("GET", path, "active=true")["data"] == "0")
        #expect(await bench.api("GET", path)["data"] == "1")
    }

    @Test("a file link expires")
    func fileLinks() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/file_links", "file=file_1&metadata[a]=b")
        #expect(made["file"] == "file_1" && made["expired"] == "0" && made["url"].hasPrefix("https://"))
        let path = "/v1/file_links/\(made["id"])"
        #expect(await bench.api("POST", path, "expires_at=1")["error.param"] == "expires_at")
        let ended = await bench.api("POST", path, "expires_at=now")
        #expect(ended["expired"] == "1" && ended["url"] == "" && ended["metadata.a"] == "b")
        #expect(await bench.api("GET", "/v1/file_links", "expired=false")["data"] == "0")
        #expect(await bench.api("POST", path, "expires_at=")["expired"] == "0")
        #expect(await bench.api("POST", "/v1/file_links", "file=x")["error.param"] == "file")
        #expect(await bench.api("GET", "/v1/files")["data"] == "0")
        #expect(await bench.api("POST", "/v1/files")["error.code"] == "operation_not_simulated")
    }

    @Test("there are no reviews")
    func reviews() async throws {
        let bench = try ProcessorBench()
        #expect(await bench.api("GET", "/v1/reviews")["data"] == "0")
        #expect(await bench.api("GET", "/v1/reviews/prv_1").status == 404)
        #expect(await bench.api("POST", "/v1/reviews/prv_1/approve")["error.code"] == "resource_missing")
    }

    @Test("a cash balance is empty, and keeps its reconciliation mode")
    func cashBalance() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor().id
        let path = "/v1/customers/\(donor)/cash_balance"
        let before = await bench.api("GET", path)
        #expect(before["settings.reconciliation_mode"] == "automatic" && before["customer"] == donor)
        #expect(before["settings.using_merchant_default"] == "1" && before["available"] == "")
        let changed = await bench.api("POST", path, "settings[reconciliation_mode]=manual")
        #expect(changed["settings.reconciliation_mode"] == "manual")
        #expect(await bench.api("GET", path)["settings.using_merchant_default"] == "0")
        _ = await bench.api("POST", path, "settings[reconciliation_mode]=merchant_default")
        #expect(await bench.api("GET", path)["settings.reconciliation_mode"] == "automatic")
        #expect(await bench.api("GET", path + "_transactions")["data"] == "0")
        #expect(await bench.api("GET", path + "_transactions/ccsbtxn_1").status == 404)
        #expect(await bench.api("GET", "/v1/customers/cus_none/cash_balance").status == 404)
    }
}
