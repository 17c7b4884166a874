import DatabaseKit
import Foundation
import MoneyKit
import Processor
import ProcessorClient
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

@testable import ProcessorServer

/// The client's transport against the server's socket, in one process.
@Suite struct LoopbackServerTests {
    static func served(
        _ line: FaultLine? = nil, bodySeconds: Int64 = 15,
        _ work: (SimulatedProcessor, LoopbackServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = try DatabaseFile.open(
            at: folder.appending(path: "processor.sqlite").path, migrations: SimulatedProcessor.migrations)
        let processor = SimulatedProcessor(
            file: file, clock: VirtualClock(at: .init(seconds: 1_800_000_000)).wallClock, seed: 1)
        let server = try await LoopbackServer(processor, line: line, bodySeconds: bodySeconds)
        defer { server.end() }
        try await work(processor, server)
    }

    private static func client(_ server: LoopbackServer) throws -> ProcessorClient {
        let transport = try HTTPTransport(base: server.address, apiKey: "sk_test_x")
        return ProcessorClient(transport: transport, retryPolicy: .none)
    }

    @Test("a page sends no referrer and loads only its style sheet, and text declares its character set")
    func headers() async throws {
        try await Self.served { _, server in
            let run = try await ProgramRun.shell(
                "for path in pages/none v1/balance healthz; do curl -si \(server.address)/$path; done",
                in: FileManager.default.temporaryDirectory)
            let lines = run.standardOutput.split(whereSeparator: \.isNewline).map { $0.lowercased() }
            #expect(lines.contains("referrer-policy: no-referrer"), "\(lines)")
            #expect(lines.contains("content-type: text/plain; charset=utf-8"), "\(lines)")
            let policies = lines.filter { $0.hasPrefix("content-security-policy: ") }
            #expect(policies.count == 3 && policies.allSatisfy { $0.contains("base-uri 'none'") })
            #expect(policies.first?.contains("style-src 'sha256-") == true, "\(policies)")
            #expect(!policies.contains { $0.contains("unsafe-inline") })
        }
    }

    @Test("a replay has its own Request-Id, and the first request's id in Original-Request")
    func replayed() async throws {
        try await Self.served { _, server in
            let command =
                "curl -si -u sk_test_x: -H 'Idempotency-Key: one' -d name=Ada \(server.address)/v1/customers"
            let run = try await ProgramRun.shell(
                "\(command); echo; \(command)", in: FileManager.default.temporaryDirectory)
            let lines = run.standardOutput.split(whereSeparator: \.isNewline).map { $0.lowercased() }
            func values(_ name: String) -> [String] {
                lines.filter { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
            }
            let ids = values("request-id")
            let first = try #require(ids.first)
            #expect(Set(ids).count == 2)
            #expect(values("original-request") == [first, first])
            #expect(values("idempotent-replayed") == ["true"])
        }
    }

    @Test("the client lists the events of connected accounts too, which Stripe sends only to webhooks")
    func accountEvents() async throws {
        try await Self.served { processor, server in
            let client = try Self.client(server)
            let account = try await client.create(Account.Create(), key: IdempotencyKey("account"))
            _ = try await processor.completeOnboarding(account.id, .complete)
            let events = try await client.events(ofTypes: ["account.updated"], ListQuery()).data
            #expect(Set(events.map(\.account)) == [account.id])
            let transport = try HTTPTransport(base: server.address, apiKey: "sk_test_x")
            for owner in [nil, account.id] {
                let request = WireRequest(method: "GET", path: "/v1/events", account: owner)
                let answer = try await transport.send(request, within: .seconds(30))
                let page = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
                #expect((page?["data"] as? [Any])?.isEmpty == (owner == nil))
            }
        }
    }

    @Test("every response has nosniff and no-store, including refusals and API responses")
    func always() async throws {
        try await Self.served { _, server in
            for (request, status) in [
                ("/healthz", 200), ("-u sk_test_x: /v1/balance", 200), ("/v1/balance", 401),
                ("-u sk_test_x: /v1/charges/ch_none", 404), ("-X PUT /v1/charges", 405),
                ("-H 'Host: evil.example' /v1/balance", 421), ("/v1/%ff", 400), ("/pages/none", 404),
                ("/pages/%ff", 400), ("-H 'Host: evil.example' /pages/none", 421),
                ("--data-binary @large /pages/none", 413),
                ("-u sk_test_x: --data-binary @larger /v1/customers", 413),
            ] {
                let options = request.split(separator: " ").dropLast().joined(separator: " ")
                let path = request.split(separator: " ").last ?? ""
                let run = try await ProgramRun.shell(
                    """
                    cd "$(mktemp -d)"; head -c 70000 /dev/zero > large; head -c 1100000 /dev/zero > larger
                    curl -si \(options) -H Expect: '\(server.address)\(path)'
                    """, in: FileManager.default.temporaryDirectory)
                let lines = run.standardOutput.split(whereSeparator: \.isNewline).map { $0.lowercased() }
                #expect(lines.first?.hasPrefix("http/1.1 \(status) ") == true, "\(request): \(lines)")
                #expect(lines.contains("x-content-type-options: nosniff"), "\(request)")
                #expect(lines.contains("cache-control: no-store"), "\(request)")
            }
        }
    }

    @Test("refuses live keys and unknown keys before connecting")
    func liveKey() {
        #expect(throws: LiveKeyRefused.self) {
            try HTTPTransport(base: "http://127.0.0.1:9", apiKey: "sk_live_x")
        }
        #expect(throws: LiveKeyRefused.self) {
            try HTTPTransport(base: "http://127.0.0.1:9", apiKey: "secret")
        }
    }

    @Test("a subscription read over the API has its metadata")
    func subscription() async throws {
        try await Self.served { _, server in
            let client = try Self.client(server)
            let product = try await client.createProduct(
                named: "Gift", metadata: [:], key: IdempotencyKey("product"))
            let price = try await client.create(
                Price.Create(product: product.id, unitAmount: 5_000, currency: .usd, interval: .month),
                key: IdempotencyKey("price"))
            let customer = try await client.create(
                Customer.Create(paymentMethod: "pm_card_visa"), key: IdempotencyKey("customer"))
            let made = try await client.create(
                Subscription.Create(customer: customer.id, price: price.id, metadata: ["fund": "12"]),
                key: IdempotencyKey("subscription"))
            let read = try await client.subscription(made.id)
            #expect(read.metadata == ["fund": "12"])
        }
    }

    @Test("the client creates the test bank account that it names", arguments: TestMethodName.bankAccounts)
    func bankAccount(name: String) async throws {
        try await Self.served { processor, server in
            let request = PaymentMethod.Create(testName: name)
            let made = try await Self.client(server).create(request, key: IdempotencyKey("client"))
            let expected = try await processor.create(request, key: IdempotencyKey("processor"))
            #expect(made.kind == .usBankAccount && made.bankAccountLast4 == expected.bankAccountLast4)
        }
    }

    @Test("a lost request is not carried out, a lost response is, and the client gets neither")
    func cuts() async throws {
        let plan = ProcessorFaultPlan(rules: [
            .init(.otherChange, 1, .requestLost), .init(.otherChange, 2, .answerLost),
            .init(.otherChange, 3, .serverError),
        ])
        try await Self.served(FaultLine(plan)) { processor, server in
            let client = try Self.client(server)
            var kinds: [ProcessorError.Kind] = []
            for number in 1...3 {
                do {
                    _ = try await client.create(
                        Customer.Create(name: "\(number)"), key: IdempotencyKey("key \(number)"))
                } catch let error as ProcessorError {
                    kinds.append(error.kind)
                }
            }
            #expect(kinds == [.noAnswer, .noAnswer, .api])
            let made = try await processor.events(ListQuery(limit: 10)).data.map(\.type)
            #expect(made == ["customer.created"])
            // Repeating the second request with its key returns its response, without another customer.
            let again = try await client.create(Customer.Create(name: "2"), key: IdempotencyKey("key 2"))
            #expect(again.name == "2")
            #expect(try await processor.events(ListQuery(limit: 10)).data.count == 1)
        }
    }

    @Test("faults do not affect the simulator's controls and clock")
    func steering() async throws {
        let plan = ProcessorFaultPlan(rate: 10_000, faults: [.requestLost])
        try await Self.served(FaultLine(plan)) { processor, server in
            let account = try await processor.create(
                Account.Create(defaultCurrency: .usd, businessName: "Grace"), key: IdempotencyKey("a")
            )
            let path = "/_tapctl/accounts/\(account.id)/onboarding"
            let client = try Self.client(server)
            let _: Named = try await client.answer("POST", path + "/complete")
            #expect(try await processor.account(account.id).chargesEnabled)
            let refused = await #expect(throws: ProcessorError.self) {
                let _: Named = try await client.answer("POST", path + "/maybe")
            }
            #expect(refused?.status == 400 && refused?.message.contains("pending_verification") == true)
            let clock: Named = try await client.answer(
                "POST", "/_tapctl/clock/advance", [(name: "by", value: "1d")])
            #expect(clock.object == "clock")
        }
    }

    @Test("a path is sent unchanged")
    func paths() async throws {
        try await Self.served { _, server in
            let client = try Self.client(server)
            let refused = await #expect(throws: ProcessorError.self) {
                let _: Named = try await client.answer("GET", "/v1/customers/cus_ä ?&%2F")
            }
            #expect(refused?.message == "No such customer: 'cus_ä ?&%2F'")
        }
    }

    @Test("a stopped server does not respond")
    func end() async throws {
        var address = ""
        try await Self.served { _, server in
            address = server.address
            _ = try await Self.client(server).balances(of: nil)
        }
        let transport = try HTTPTransport(base: address, apiKey: "sk_test_x")
        let client = ProcessorClient(transport: transport, retryPolicy: .none)
        var kind: ProcessorError.Kind?
        let limit = ContinuousClock.now + .seconds(10)
        // Open connections end, too.
        while kind != .noAnswer, ContinuousClock.now < limit {
            do { _ = try await client.balances(of: nil) } catch { kind = error.kind }
        }
        #expect(kind == .noAnswer)
    }

    private struct Named: Decodable, Sendable {
        var object: String
    }
}
