import CCurl
import Foundation
import Synchronization

/// A client for HTTP and HTTPS. The client uses the system's libcurl, which is loaded at the first request.
///
/// By default, connections are reused, and certificates are verified with the system's certificate
/// authorities. Redirects are not followed, and proxy environment variables are ignored. All transfers run on
/// one thread, which ends with ``close()``.
///
/// Source: curl.se, libcurl-multi(3), libcurl-thread(3).
public final class HTTPClient: Sendable {
    /// The limits of a client.
    public struct Limits: Hashable, Sendable {
        /// The maximum number of concurrent transfers. Additional transfers wait in order.
        public var transfers = 256
        /// The maximum size of a response's header fields, in bytes.
        public var headerBytes = 64 << 10

        /// Creates the default limits: 256 transfers and 64 KiB of header fields.
        public init() {}
    }

    private let limits: Limits
    private let state = Mutex<(loop: TransferLoop?, isClosed: Bool)>((nil, false))

    /// Creates a client. The client's thread starts with the first request.
    public init(limits: Limits = Limits()) { self.limits = limits }

    /// Sends a request once and returns the response.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time from this call until the whole response has arrived.
    ///   - bodyBytes: The maximum size of the response's body, in bytes. If nil, the body is discarded, and
    ///     the response is returned even if its body is incomplete.
    ///   - connection: The settings for the connection. If not nil, a new connection is made, and the
    ///     response contains a description of the server. If nil, an existing connection can be reused.
    /// - Throws: ``HTTPFailure``, or `CancellationError` if the task is canceled.
    public func send(
        _ request: HTTPRequest, timeout: Duration, bodyBytes: Int?, connection: HTTPConnection? = nil
    ) async throws -> HTTPResponse {
        try await complete(
            Transfer(
                request, deadline: .now + timeout, bodyBytes: bodyBytes, headerBytes: limits.headerBytes,
                connection: connection))
    }

    /// Connects to a server and returns the server's certificates, even if they are invalid. No request is
    /// sent.
    ///
    /// - Parameter url: An `https` URL.
    /// - Returns: The server, and whether its certificate is valid for the host in the URL.
    /// - Throws: ``HTTPFailure`` if the connection fails or the server does not support TLS.
    public func inspect(
        _ url: String, timeout: Duration, connection: HTTPConnection = HTTPConnection()
    ) async throws -> (peer: HTTPPeer, isForHost: Bool) {
        let transfer = Transfer(
            HTTPRequest("GET", url), deadline: .now + timeout, bodyBytes: nil,
            headerBytes: limits.headerBytes, connection: connection, isInspection: true)
        do {
            return (try await complete(transfer).peer ?? HTTPPeer(), true)
        } catch let failure as HTTPFailure where failure.cause == .certificate {
            return (failure.peer ?? HTTPPeer(), false)
        }
    }

    private func complete(_ transfer: Transfer) async throws -> HTTPResponse {
        let loop = try running()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.whenDone { continuation.resume(with: $0) }
                loop.add(transfer)
            }
        } onCancel: {
            loop.cancel(transfer)
        }
    }

    /// Ends the client's thread. Unfinished and later requests fail with code `unavailable`.
    public func close() {
        state.withLock { state in
            state.loop?.end()
            state = (nil, true)
        }
    }

    /// The reason why this machine cannot send requests, with the next step for the user. Nil if this machine
    /// can send requests.
    public static var problem: String? {
        ccurl_load().map { String(cString: $0) + "; install the package libcurl4" }
    }

    deinit { close() }

    private func running() throws -> TransferLoop {
        try state.withLock { state in
            guard !state.isClosed else { throw HTTPFailure.closed }
            if let loop = state.loop, loop.isRunning { return loop }
            if let problem = Self.problem { throw HTTPFailure(.unavailable, problem) }
            let started = try TransferLoop(most: limits.transfers)
            state.loop = started
            return started
        }
    }
}
