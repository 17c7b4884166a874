import FailureKit
import Processor
import ProcessorClient
import Synchronization
import Testing
import TimeKit

@testable import DataFolderKit
@testable import Documents

/// Steps of a person, with a processor that may not be the simulator.
@Suite struct ServedControlsTests {
    /// A transport that returns the same response to every request.
    private final class Answering: ProcessorTransport {
        let answer: WireResponse
        let paths = Mutex<[String]>([])

        init(_ status: Int, _ body: String) { answer = WireResponse(status: status, body: Array(body.utf8)) }

        func send(_ request: WireRequest, within limit: Duration) async throws -> WireResponse {
            paths.withLock { $0.append("\(request.method) \(request.path)") }
            return answer
        }
    }

    private func controls(_ transport: Answering) -> ServedControls {
        ServedControls(client: ProcessorClient(transport: transport, retryPolicy: .none)) { wanted, remedy in
            CommandError(.refused, code: "notSimulated", wanted, remedy: remedy)
        }
    }

    @Test("without a simulator's clock, an error names the account or the payment that needs a person")
    func stranger() async throws {
        let stripe = Answering(404, #"{"error":{"type":"invalid_request_error","message":"Unrecognized"}}"#)
        let onboarding = try #require(
            await #expect(throws: CommandError.self) {
                try await controls(stripe).onboard("acct_1", .complete)
            })
        #expect(onboarding.code == "notSimulated" && onboarding.summary.contains("acct_1"))
        let bank = try #require(
            await #expect(throws: CommandError.self) {
                try await controls(stripe).answerBank(about: "pi_1", .passed)
            })
        #expect(bank.remedy.contains("pi_1"))
        #expect(stripe.paths.withLock { $0 } == ["GET /_tapctl/clock", "GET /_tapctl/clock"])
    }

    @Test("a failed request is not mistaken for a processor without a clock")
    func failing() async throws {
        let failing = Answering(500, "{}")
        await #expect(throws: ProcessorError.self) {
            try await controls(failing).onboard("acct_1", .complete)
        }
    }

    @Test("reads the simulator's time, and no time from another processor")
    func time() async throws {
        let ours = Answering(200, #"{"object":"clock","now":1800000000,"ahead":0}"#)
        #expect(try await controls(ours).now() == Timestamp(seconds: 1_800_000_000))
        #expect(try await controls(Answering(404, "{}")).now() == nil)
        await #expect(throws: ProcessorError.self) { _ = try await controls(Answering(401, "{}")).now() }
    }

    @Test("sends the steps of a person to the simulator")
    func simulated() async throws {
        let ours = Answering(200, #"{"object":"clock","now":1800000000,"ahead":0}"#)
        try await controls(ours).onboard("acct_1", .pendingVerification)
        try await controls(ours).answerBank(about: "pi_1", .failed)
        #expect(
            ours.paths.withLock { $0 } == [
                "GET /_tapctl/clock", "POST /_tapctl/accounts/acct_1/onboarding/pending_verification",
                "GET /_tapctl/clock", "POST /_tapctl/payment_intents/pi_1/challenge/failed",
            ])
    }
}
