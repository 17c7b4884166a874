import Foundation
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

    /// Uploads a file of four bytes, which are not UTF-8.
    private func upload(_ bench: ProcessorBench, named name: String, _ more: String = "") async -> APIShown {
        let head = [
            "--mark", "Content-Disposition: form-data; name=\"purpose\"", "", "dispute_evidence", "--mark",
            "Content-Disposition: form-data; name=\"file\"; filename=\"\(name)\"",
            "Content-Type: application/octet-stream", "", "",
        ]
        let body =
            Array(more.utf8) + Array(head.joined(separator: "\r\n").utf8) + [0xFF, 0xD8, 0x0D, 0x0A]
            + Array("\r\n--mark--\r\n".utf8)
        let answer = await bench.processor.exchange(
            APIRequest(method: "POST", path: "/v1/files", body: body, apiKey: "sk_test_bench"))
        return APIShown(status: answer.status, body: Data(answer.body))
    }

    @Test("a file is uploaded, and only its contents are not kept")
    func files() async throws {
        let bench = try ProcessorBench()
        let link =
            "--mark\r\nContent-Disposition: form-data; name=\"file_link_data[create]\"\r\n\r\ntrue\r\n"
        let made = await upload(bench, named: "Beleg ü.JPEG", link)
        #expect(made["filename"] == "Beleg ü.JPEG" && made["type"] == "jpg" && made["size"] == "4")
        #expect(made["purpose"] == "dispute_evidence" && made["links.data.0.file"] == made["id"])
        #expect(await bench.api("GET", "/v1/files/\(made["id"])")["size"] == "4")
        #expect(await bench.api("GET", "/v1/files", "purpose=dispute_evidence")["data"] == "1")
        #expect(await bench.api("GET", "/v1/events", "type=file.created")["data"] == "1")
    }

    @Test(
        "refuses an upload that cannot be read",
        arguments: [
            "--", "--mark", "--mark\r\n", "--mark\r\n--mark--", "--mark\r\nname=\"file\"\r\n--mark--",
            "--mark\r\n\r\n\r\n\r\n--mark--", "purpose=dispute_evidence&file=x",
            "--mark\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nx\r\n--mark--\r\n",
        ])
    func malformed(body: String) async throws {
        let bench = try ProcessorBench()
        let answer = await bench.processor.exchange(
            APIRequest(
                method: "POST", path: "/v1/files", body: Array(body.utf8), apiKey: "sk_test_bench"))
        #expect(answer.status == 400)
    }

    @Test("a file link expires")
    func fileLinks() async throws {
        let bench = try ProcessorBench()
        let file = await upload(bench, named: "a.pdf")["id"]
        let made = await bench.api("POST", "/v1/file_links", "file=\(file)&metadata[a]=b")
        #expect(made["file"] == file && made["expired"] == "0" && made["url"].hasPrefix("https://"))
        let path = "/v1/file_links/\(made["id"])"
        #expect(await bench.api("POST", path, "expires_at=1")["error.param"] == "expires_at")
        let ended = await bench.api("POST", path, "expires_at=now")
        #expect(ended["expired"] == "1" && ended["url"] == "" && ended["metadata.a"] == "b")
        #expect(await bench.api("GET", "/v1/file_links", "expired=false")["data"] == "0")
        #expect(await bench.api("POST", path, "expires_at=")["expired"] == "0")
        #expect(await bench.api("POST", "/v1/file_links", "file=x")["error.param"] == "file")
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
