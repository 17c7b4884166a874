import Foundation
import Processor
import SimulationKit
import Testing

@testable import ProcessorSimulator

/// A processor with two connected accounts, and requests on their behalf.
struct AccountWorld {
    let bench: ProcessorBench
    let grace: String
    let mercy: String

    init(_ configuration: ProcessorConfiguration = .init()) async throws {
        bench = try ProcessorBench(configuration)
        grace = try await bench.church()
        mercy = try await bench.church()
    }

    /// Sends a POST request that must succeed, and returns its response.
    @discardableResult
    func post(_ path: String, _ form: [String: String] = [:], as account: String? = nil) async throws
        -> [String: Any]
    {
        let fields = form.sorted { $0.key < $1.key }.map { FormField($0.key, $0.value) }
        let answer = await bench.exchange("POST", path, fields, account: account)
        try #require(answer.status == 200, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        return answer.json
    }

    /// Sends a GET request that must succeed, and returns its response. The path can contain a query.
    func get(_ path: String, as account: String? = nil) async throws -> [String: Any] {
        let answer = await look(path, as: account)
        try #require(answer.status == 200, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        return answer.json
    }

    /// Sends a GET request, and returns its response. The path can contain a query.
    func look(_ path: String, as account: String? = nil) async -> APIResponse {
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        var request = bench.request("GET", parts[0], account: account)
        request.query = parts.count > 1 ? Array(parts[1].utf8) : []
        return await bench.processor.exchange(request)
    }

    /// Returns the objects of a list.
    func list(_ path: String, as account: String? = nil) async throws -> [[String: Any]] {
        try await get(path, as: account)["data"] as? [[String: Any]] ?? []
    }

    /// Creates and confirms a payment intent of 100.00 for the account `grace`.
    func intent(_ more: [String: String] = [:]) async throws -> [String: Any] {
        let form = [
            "amount": "10000", "currency": "usd", "payment_method": "pm_card_visa", "confirm": "true",
            "capture_method": "automatic", "return_url": "https://example.org/back",
        ]
        return try await post("/v1/payment_intents", form.merging(more) { $1 }, as: grace)
    }

    /// Charges 100.00 for the account `grace`, and returns the charge.
    func charge(_ more: [String: String] = [:]) async throws -> [String: Any] {
        try await get("/v1/charges/\(intent(more).text("latest_charge"))", as: grace)
    }

    /// Begins a monthly subscription of 15.00 for the account `grace`.
    func subscription(_ more: [String: String], clock: String? = nil) async throws -> [String: Any] {
        var person = ["name": "A Donor", "payment_method": "pm_card_visa"]
        person["test_clock"] = clock
        let customer = try await post("/v1/customers", person, as: grace)
        let price = try await post(
            "/v1/prices",
            [
                "currency": "usd", "unit_amount": "1500", "recurring[interval]": "month",
                "product_data[name]": "Monthly gift",
            ], as: grace)
        let methods = try await list("/v1/customers/\(customer.text("id"))/payment_methods", as: grace)
        let form = [
            "customer": customer.text("id"), "items[0][price]": price.text("id"),
            "default_payment_method": methods.first?.text("id") ?? "",
        ]
        return try await post("/v1/subscriptions", form.merging(more) { $1 }, as: grace)
    }
}

extension [String: Any] {
    /// Returns the text of a field, or an empty text.
    func text(_ name: String) -> String { self[name] as? String ?? "" }
    /// Returns the number in a field, or -1.
    func number(_ name: String) -> Int64 { (self[name] as? NSNumber)?.int64Value ?? -1 }
}

extension APIResponse {
    /// The error in the response, or an empty dictionary.
    var error: [String: Any] { json["error"] as? [String: Any] ?? [:] }
}
