import Foundation
import PaymentCore
import ServerKit
import Synchronization
import TapServer
import TestSupport
import Testing

/// The id of a request, which its response and a logged error have in common.
@Suite struct RequestIDTests {
    /// An API that records the id of each request that it handles.
    private final class RecordingAPI: APIHandler {
        let ids = Mutex<[String?]>([])

        func reply(to call: APICall) async -> APIReply {
            ids.withLock { $0.append(ServedRequest.currentID) }
            return APIReply(status: 200, content: "")
        }

        func refusal(secondsToWait seconds: Int64) -> APIReply { APIReply(status: 429, content: "") }
        func route(of path: String) -> String { path }
        func triesCards(_ method: String, _ path: String) -> Bool { false }
        func refusedPlain(_ call: APICall) async {}
    }

    @Test("the handler of a request knows the id that its response contains", arguments: ["GET", "POST"])
    func current(method: String) async throws {
        try await SiteBench.with { bench in
            let api = RecordingAPI()
            let site = TapController(
                giving: bench.giving, tags: nil,
                world: SimulatedWorld(
                    wallet: .apple(WalletDevice(), bench.processor), answerBank: { _, _ in }),
                mail: bench.mailbox, settings: SiteSettings(), api: api, random: { 255 })
            var configuration = SiteServer.Configuration()
            configuration.port = 0
            let server = SiteServer(configuration)
            let running = try await RunningServer { started in
                try await server.serve(site, tend: {}, started: started)
            }
            let run = try await ProgramRun.shell(
                "curl -s -D - -X \(method) http://127.0.0.1:\(running.port)/api/gifts",
                in: FileManager.default.temporaryDirectory)
            #expect(run.standardOutput.lowercased().contains("x-request-id: 00000000000000ff"))
            #expect(api.ids.withLock { $0 } == ["00000000000000ff"])
            #expect(ServedRequest.currentID == nil)
            await running.ended()
        }
    }
}
