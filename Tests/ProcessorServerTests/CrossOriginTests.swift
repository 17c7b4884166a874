import Foundation
import MoneyKit
import Processor
import ProcessorSimulator
import TestSupport
import Testing

@testable import ProcessorServer

/// Requests from pages of other sites, and the versions that clients request.
@Suite struct CrossOriginTests {
    private static func curl(_ command: String) async throws -> String {
        try await ProgramRun.shell("curl -si \(command)", in: FileManager.default.temporaryDirectory)
            .standardOutput
    }

    private static func intent(_ processor: SimulatedProcessor) async throws -> PaymentIntent {
        try await processor.create(
            PaymentIntent.Create(amount: 500, currency: .usd), key: IdempotencyKey("intent"))
    }

    @Test("a page of another origin can confirm a payment with a publishable key and the client secret")
    func confirm() async throws {
        try await LoopbackServerTests.served { processor, server in
            let intent = try await Self.intent(processor)
            let path = "\(server.address)/v1/payment_intents/\(intent.id)/confirm"
            let origin = "-H 'Origin: https://shop.example'"
            let preflight = try await Self.curl(
                "-X OPTIONS \(origin) -H 'Access-Control-Request-Method: POST' \(path)")
            #expect(preflight.hasPrefix("HTTP/1.1 204 "))
            #expect(preflight.lowercased().contains("access-control-allow-origin: *"))
            let form = "-d client_secret=\(intent.clientSecret) -d payment_method=pm_card_visa"
            let confirmed = try await Self.curl("\(origin) \(form) -d key=pk_test_x \(path)")
            #expect(confirmed.hasPrefix("HTTP/1.1 200 "))
            #expect(confirmed.lowercased().contains("access-control-allow-origin: *"))
            #expect(confirmed.contains("succeeded"))
        }
    }

    @Test("a page of another origin cannot use a secret key, nor another operation")
    func refused() async throws {
        try await LoopbackServerTests.served { processor, server in
            let intent = try await Self.intent(processor)
            let origin = "-H 'Origin: https://shop.example'"
            let one = "\(server.address)/v1/payment_intents/\(intent.id)"
            for command in [
                "-u sk_test_x: \(one)", "\(one)", "-d key=sk_test_x \(one)/confirm",
                "-u pk_test_x: \(server.address)/v1/customers", "-u sk_test_x: \(server.address)/v1/balance",
                "-u pk_test_x: -H 'Host: evil.example' '\(one)?client_secret=\(intent.clientSecret)'",
                "-X OPTIONS -H 'Host: evil.example' \(one)",
            ] {
                let shown = try await Self.curl("\(origin) \(command)")
                #expect(shown.hasPrefix("HTTP/1.1 421 "), "\(command)")
            }
            let preflight = try await Self.curl("-X OPTIONS \(server.address)/v1/customers")
            #expect(preflight.hasPrefix("HTTP/1.1 405 "))
            let own = try await Self.curl("-u sk_test_x: \(one)")
            #expect(own.hasPrefix("HTTP/1.1 200 ") && !own.lowercased().contains("access-control"))
        }
    }

    @Test(
        "the requested version is echoed, and one that is not simulated is named",
        arguments: [
            ("2026-10-28.endive", 200, "2026-10-28.endive", false), ("2020-08-27", 200, "2020-08-27", true),
            ("2026-05-27.dahlia; some_beta=v1", 200, "2026-05-27.dahlia", false),
            ("latest", 400, "2026-05-27.dahlia", false),
        ])
    func versions(header: String, status: Int, echoed: String, isNamed: Bool) async throws {
        try await LoopbackServerTests.served { _, server in
            let lines = try await Self.curl(
                "-u sk_test_x: -H 'Stripe-Version: \(header)' \(server.address)/v1/balance"
            ).lowercased().split(whereSeparator: \.isNewline)
            #expect(lines.first?.hasPrefix("http/1.1 \(status) ") == true)
            #expect(lines.contains("stripe-version: \(echoed)"), "\(lines)")
            #expect(lines.contains("tapctl-simulated-version: 2026-05-27.dahlia") == isNamed)
        }
    }
}
