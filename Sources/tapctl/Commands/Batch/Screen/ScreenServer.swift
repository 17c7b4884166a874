import Documents
import FailureKit
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServerKit

/// A web server on the loopback interface for the page that shows a batch run.
enum ScreenServer {
    /// Serves the page that shows a batch run while `work` runs.
    ///
    /// - Parameters:
    ///     - port: The port; 0 for any free port.
    ///     - work: The operation to run, which receives the page's address.
    /// - Throws: An error with exit code 69 if the port is in use, or any error that `work` throws.
    static func serve<Value: Sendable>(
        _ screen: RunScreen, port: Int, _ work: @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let server: RunningServer
        do {
            server = try await RunningServer { started in
                let application = Application(
                    ScreenResponder(screen: screen),
                    on: ListeningSocket(
                        host: "127.0.0.1", port: port,
                        // libnfc cannot open a reader in a process with more than 1,024 open files.
                        connections: min(64, ServerLimits.connections),
                        channel: HTTP1Channel.Configuration(idleTimeout: .seconds(60))),
                    started: { channel in started(channel.localAddress?.port ?? port) })
                // Unfinished page loads are aborted after a second, which loses no data.
                try await application.runUntilCanceled(at: "127.0.0.1:\(port)", endSeconds: 1)
            }
        } catch let error as ListenError {
            throw CommandError(
                .noReader, code: error.code.rawValue, "the seat screen cannot use port \(port)",
                reason: "another program may be using the port",
                remedy: "choose another port with --screen-port")
        }
        do {
            let value = try await work("http://127.0.0.1:\(server.port)/")
            await server.ended()
            return value
        } catch {
            await server.ended()
            throw error
        }
    }
}

/// A responder that serves the current page at `/`.
private struct ScreenResponder: HTTPResponder {
    let screen: RunScreen
    private let hosts = HostPolicy(listeningOn: "127.0.0.1")

    init(screen: RunScreen) { self.screen = screen }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        if let refused = hosts.refusal(of: request.head, isSafe: true) {
            return response(refused.status, "text/plain", refused.sentence + "\n")
        }
        guard request.uri.path == "/" else {
            return response(.notFound, "text/plain", "The seat screen is at /.\n")
        }
        return response(.ok, "text/html", screen.now.html)
    }

    /// Returns a response that browsers do not cache, do not embed in other pages, and do not interpret as
    /// another type.
    private func response(_ status: HTTPResponse.Status, _ type: String, _ content: String) -> Response {
        let headers: HTTPFields = [
            .contentType: "\(type); charset=utf-8", .cacheControl: "no-store",
            .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy:
                "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        ]
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: content)))
    }
}
