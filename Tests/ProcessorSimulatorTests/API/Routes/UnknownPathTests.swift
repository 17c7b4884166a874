import Processor
import Testing

@testable import ProcessorSimulator

/// Paths and ids that do not exist.
@Suite struct UnknownPathTests {
    private let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    @Test(
        "a path with an empty segment matches no route",
        arguments: [
            ("GET", "/v1/customers/"), ("POST", "/v1/customers/"), ("POST", "/v1//customers"),
            ("POST", "//v1/customers"), ("POST", "/v1/customers//"), ("GET", "/v1/payment_intents/"),
            ("POST", "/v1/payment_intents//confirm"), ("DELETE", "/v1/customers/"), ("GET", "v1/customers"),
            ("GET", "/"), ("GET", ""), ("GET", "/v1/issuing//cards"),
        ])
    func emptySegment(method: String, path: String) async throws {
        let shown = await bench.api(method, path)
        #expect(
            shown.status == 404 && shown["error.message"].hasPrefix("Unrecognized request URL"), "\(path)")
        #expect(try await bench.events() == [])
    }

    @Test("an unknown id in a path is 404, and creates nothing")
    func unknownIDs() async throws {
        for route in RouteTable.all where route.pattern.hasPrefix("/v1/") && route.pattern.contains("{") {
            let path = route.pattern.replacing(#/\{[^}]*\}/#, with: "none_1")
            let form = StripeSpec.parameters(of: route.operation).filter(\.isRequired).compactMap { shape in
                Self.sample(shape.kinds.first).map { "\(shape.name)=\($0)" }
            }
            let shown = await bench.api(route.method.rawValue, path, form.joined(separator: "&"))
            // Parameters that only some values of the id need are checked first.
            #expect(
                shown.status == 404 || shown["error.code"] == "parameter_missing",
                "\(route.operation): \(shown.status) \(shown["error.message"])")
        }
        #expect(try await bench.events() == [])
    }

    private static func sample(_ kind: ParameterShape.Kind?) -> String? {
        switch kind {
        case .text: "x"
        case .integer, .decimal: "100"
        case .boolean: "true"
        case .choice(let words): words.first
        default: nil
        }
    }

    @Test(
        "the lists of resources that are not simulated are empty",
        arguments: [
            "/v1/entitlements/features", "/v1/climate/orders", "/v1/billing/meters",
            "/v1/forwarding/requests",
        ])
    func lists(path: String) async {
        let shown = await bench.api("GET", path, "limit=3&status=active")
        #expect(
            shown.status == 200 && shown["object"] == "list" && shown["url"] == path && shown["data"] == "0")
        #expect(await bench.api("GET", path, "limit=many").status == 400)
        #expect(await bench.api("GET", path, "limit=101").status == 400)
    }

    @Test(
        "other operations of these resources are refused by name",
        arguments: [
            ("POST", "/v1/climate/orders"), ("GET", "/v1/climate/orders/climorder_1"),
            ("POST", "/v1/entitlements/features"), ("DELETE", "/v1/products/prod_1/features/feat_1"),
            ("GET", "/v2/core/events"),
        ])
    func others(method: String, path: String) async {
        let shown = await bench.api(method, path)
        #expect(shown.status == 400 && shown["error.code"] == "operation_not_simulated")
        #expect(shown["error.message"].contains("\(method) \(path)"))
    }

    @Test("the list of the API v2's accounts is empty, for the platform and for an account")
    func accountsOfVersion2() async throws {
        let world = try await AccountWorld()
        for account in [nil, world.grace] {
            let answer = await world.look(
                "/v2/core/accounts?include%5B0%5D=configuration.customer&limit=20", as: account)
            #expect(answer.status == 200)
            #expect(
                String(decoding: answer.body, as: UTF8.self)
                    == #"{"data":[],"next_page_url":null,"previous_page_url":null}"#)
        }
        #expect(await bench.api("POST", "/v2/core/accounts").status == 400)
    }

    @Test("every list of a resource that is not simulated names its own path")
    func allLists() async {
        #expect(OtherFamilies.lists.count > 15)
        for route in OtherFamilies.lists {
            let shown = await bench.api("GET", route.pattern)
            #expect(shown.status == 200 && shown["url"] == route.pattern, "\(route.pattern)")
        }
    }
}
