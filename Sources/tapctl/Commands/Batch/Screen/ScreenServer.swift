import Documents
import FailureKit
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServerKit

/// A run's page on loopback, for as long as the run lasts.
enum ScreenServer {
    /// Serves the page while `work` runs.
    ///
    /// - Parameters:
    ///   - port: 0 takes a free one.
    ///   - work: Is given the page's address.
    /// - Throws: exit 69 where the port is taken; what `work` throws.
    static func serve<Value: Sendable>(
        _ screen: RunScreen, port: Int, _ work: @Sendable (String) async throws -> Value
    ) async throws -> Value {
        let server: RunningServer
        do {
            server = try await RunningServer { started in
                let application = Application(
                    responder: ScreenResponder(screen: screen),
                    configuration: ApplicationConfiguration(
                        address: .hostname("127.0.0.1", port: port), serverName: nil),
                    onServerRunning: { channel in started(channel.localAddress?.port ?? port) },
                    logger: .silent)
                // Pages that still load are ended after a second: nothing is lost.
                try await application.runUntilCanceled(at: "127.0.0.1:\(port)", endSeconds: 1)
            }
        } catch let error as ListenError {
            throw CommandError(
                .noReader, code: error.code.rawValue, "the screen cannot be shown on port \(port)",
                reason: "another program may be listening there",
                remedy: "name another one with --screen-port")
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

/// Answers each request with the page as it is now.
private struct ScreenResponder: HTTPResponder {
    let screen: RunScreen

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard request.uri.path == "/" else { return Response(status: .notFound) }
        var headers = HTTPFields()
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.cacheControl] = "no-store"
        headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: screen.now.html))
        )
    }
}
