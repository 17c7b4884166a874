import Foundation
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

/// Ephemeral keys, with which mobile apps use one customer.
@Suite struct EphemeralKeyTests {
    private func key(_ bench: ProcessorBench, of customer: String) async -> APIShown {
        await bench.api("POST", "/v1/ephemeral_keys", "customer=\(customer)")
    }

    /// Sends a request with an ephemeral key, and returns its status.
    private func status(
        _ bench: ProcessorBench, _ secret: String, _ method: String, _ path: String,
        _ form: [FormField] = [], account: String? = nil
    ) async -> Int {
        var request = bench.request(method, path, form, account: account)
        request.apiKey = secret
        return await bench.processor.exchange(request).status
    }

    @Test("a key can be used for its customer and that customer's payment methods only")
    func access() async throws {
        let bench = try ProcessorBench()
        let (donor, other) = (try await bench.donor(), try await bench.donor())
        let made = await key(bench, of: donor.id)
        let secret = made["secret"]
        #expect(made["object"] == "ephemeral_key" && made["id"].hasPrefix("ephkey_"))
        #expect(secret.hasPrefix("ek_test_"))
        #expect(try #require(Int(made["expires"])) - #require(Int(made["created"])) == 3_600)
        let path = "/v1/customers/\(donor.id)"
        #expect(await status(bench, secret, "GET", path) == 200)
        #expect(await status(bench, secret, "POST", path, [FormField("name", "Ann")]) == 200)
        let methods = await bench.api("GET", path + "/payment_methods")
        let method = "/v1/payment_methods/\(methods["data.0.id"])"
        let own = [FormField("customer", donor.id), FormField("type", "card")]
        #expect(await status(bench, secret, "GET", "/v1/payment_methods", own) == 200)
        #expect(await status(bench, secret, "GET", "/v1/payment_methods") == 403)
        #expect(await status(bench, secret, "GET", "/v1/customers/\(other.id)") == 403)
        #expect(await status(bench, secret, "GET", "/v1/customers") == 403)
        #expect(await status(bench, secret, "DELETE", path) == 403)
        let charge = [FormField("amount", "100"), FormField("currency", "usd")]
        #expect(await status(bench, secret, "POST", "/v1/payment_intents", charge) == 403)
        #expect(await status(bench, secret, "POST", method + "/detach") == 200)
        #expect(await status(bench, secret, "POST", method + "/detach") == 403)
        #expect(await status(bench, secret + "x", "GET", path) == 401)
        #expect(await status(bench, "ek_test_none", "GET", path) == 401)
    }

    @Test("a key ends after an hour, or when it is deleted")
    func end() async throws {
        let bench = try ProcessorBench()
        let donor = try await bench.donor()
        let path = "/v1/customers/\(donor.id)"
        let (first, second) = (await key(bench, of: donor.id), await key(bench, of: donor.id))
        let deleted = await bench.api("DELETE", "/v1/ephemeral_keys/\(first["id"])")
        #expect(deleted["id"] == first["id"] && deleted["object"] == "ephemeral_key")
        #expect(deleted["secret"] == "")
        #expect(await status(bench, first["secret"], "GET", path) == 401)
        #expect(await bench.api("DELETE", "/v1/ephemeral_keys/\(first["id"])").status == 404)
        #expect(await status(bench, second["secret"], "GET", path) == 200)
        bench.clock.advance(seconds: 3_600)
        #expect(await status(bench, second["secret"], "GET", path) == 401)
    }

    @Test("refuses a key without a customer, or for another product")
    func refused() async throws {
        let world = try await AccountWorld()
        #expect(await world.bench.api("POST", "/v1/ephemeral_keys")["error.param"] == "customer")
        let card = await world.bench.api("POST", "/v1/ephemeral_keys", "issuing_card=ic_1")
        #expect(card["error.code"] == "parameter_not_simulated")
        #expect(await key(world.bench, of: "cus_none")["error.code"] == "resource_missing")
        let customer = try await world.post("/v1/customers", as: world.grace).text("id")
        #expect(await key(world.bench, of: customer)["error.code"] == "resource_missing")
        let made = try await world.post("/v1/ephemeral_keys", ["customer": customer], as: world.grace)
        let (secret, path) = (made.text("secret"), "/v1/customers/\(customer)")
        #expect(await status(world.bench, secret, "GET", path, account: world.grace) == 200)
        #expect(await status(world.bench, secret, "GET", path) == 401)
        #expect(await status(world.bench, secret, "GET", path, account: world.mercy) == 401)
    }
}
