import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ProcessorSimulator
import ServerKit
import TextKit

/// An HTTP responder that serves Stripe's API and the processor's web pages. It passes valid API requests to
/// the simulated processor, unless an injected fault prevents this.
///
/// Source: Stripe API reference, "Authentication", "Request IDs", "Idempotent requests".
struct ProcessorResponder: HTTPResponder {
    /// The maximum size of a request body, in bytes.
    static let longestBody = 1 << 20

    let processor: SimulatedProcessor
    let isStrict: Bool
    let isVerbose: Bool
    let line: FaultLine?
    let hosts: HostPolicy
    let deadlines: BodyDeadlines
    let recent = RecentRequests()

    func respond(to request: Request, context: ProcessorContext) async throws -> Response {
        let isRead = [.get, .head].contains(request.method)
        let isHome = request.uri.path == "/" && isRead
        let isPage = request.uri.path.hasPrefix("/pages/")
        // Other sites may lead a browser to a page of the processor, but not to its API.
        let refused = hosts.refusal(of: request.head, isSafe: isHome || isPage && isRead)
        let isFromPage = refused != nil || request.headers[.origin] != nil || request.method == .options
        let isOpen = isFromPage && CrossOrigin.isOpen(request)
        if let refused, refused != .foreignOrigin || !isOpen {
            return Self.response(
                .refusal(status: refused.status.code, refused.sentence), to: request)
        }
        guard !request.headers.hasUnknownTransferCoding else {
            return Self.response(
                .refusal(
                    status: 501,
                    "This server accepts only the transfer coding chunked. Send the body uncompressed."),
                to: request)
        }
        if isHome {
            return await PageResponder.response(
                HomePage(processor: processor, recent: recent).answer(at: request.head.authority ?? ""),
                hasBody: request.method == .get)
        }
        if isPage {
            return await PageResponder.respond(
                to: request, processor, within: deadlines, on: context.channel)
        }
        if isOpen, request.method == .options { return CrossOrigin.preflight }
        let start = ContinuousClock.now
        let (wanted, answer) = try await answered(
            request, isForeign: refused != nil, on: context.channel)
        let taken = start.duration(to: .now)
        if isVerbose {
            RequestLog.write(
                method: request.method.rawValue, path: request.uri.path, status: answer?.status, taken: taken)
        }
        if let wanted { recent.note(wanted, answer, taken: taken, version: request.headers[.stripeVersion]) }
        guard let answer else {
            context.cut()
            return Response(status: .internalServerError)
        }
        var response = Self.response(answer, to: request)
        if isOpen, request.headers[.origin] != nil { CrossOrigin.allow(&response.headers) }
        return response
    }

    /// Executes a request. Returns the decoded request and the response.
    ///
    /// The decoded request is nil if the server responds before it has read the whole body, for example
    /// because the method is not allowed. The response is nil if the server must close the connection without
    /// a response.
    ///
    /// - Parameters:
    ///   - isForeign: Whether a web page from another site sent the request. If true, the request needs a
    ///     publishable key.
    ///   - channel: The connection on which the request was received.
    private func answered(
        _ request: Request, isForeign: Bool, on channel: any Channel
    ) async throws -> (APIRequest?, APIResponse?) {
        if let refusal = refusal(of: request) { return (nil, refusal) }
        guard let path = request.uri.path.percentDecoded else {
            return (nil, .refusal(status: 400, "The path is not valid percent-encoded UTF-8."))
        }
        if path == "/healthz" {
            return (nil, APIResponse(status: 200, body: Array("ok\n".utf8), requestID: ""))
        }
        let body: ByteBuffer
        do {
            body = try await deadlines.body(of: request, upTo: Self.longestBody, on: channel)
        } catch is LateBody {
            return (
                nil,
                .refusal(status: 408, code: "request_timeout", "The request did not arrive in time.")
            )
        } catch is LongBody {
            return (
                nil,
                .refusal(
                    status: 413, code: "request_too_large",
                    "A request body can have at most \(Self.longestBody) octets.")
            )
        }
        var wanted = APIRequest(
            method: request.method.rawValue, path: path, query: Array((request.uri.query ?? "").utf8),
            body: Array(body.readableBytesView), apiKey: Self.apiKey(request.headers[.authorization]),
            idempotencyKey: request.method == .get ? nil : request.headers[.idempotencyKey],
            account: request.headers[.stripeAccount])
        wanted.wantsEventsOfAccounts = request.headers[.eventsOfAccounts] != nil
        guard !isForeign || wanted.hasPublishableKey else {
            let refused = HostPolicy.Refusal.foreignOrigin
            return (wanted, .refusal(status: refused.status.code, refused.sentence))
        }
        // Requests that control the simulation are exempt from faults.
        if SimulatedProcessor.steers(path) { return (wanted, await processor.control(wanted)) }
        guard !path.hasPrefix("/_tapctl/") else { return (wanted, await processor.exchange(wanted)) }
        return (wanted, await passed(wanted))
    }

    /// Returns the processor's response, with any faults that ``line`` injects. Returns nil if a fault closes
    /// the connection.
    private func passed(_ request: APIRequest) async -> APIResponse? {
        guard let line else { return await exchanged(request) }
        let (fault, latency) = line.next(request)
        if latency > .zero { try? await Task.sleep(for: latency) }
        switch fault {
        case .requestLost: return nil
        case .answerLost:
            _ = await exchanged(request)
            return nil
        case .serverError: return .refusal(status: 500, "An unexpected error occurred.")
        case nil: return await exchanged(request).map { line.reported($0, to: request) }
        }
    }

    /// Returns the processor's response, with any faults that the stored fault rules inject. Returns nil if a
    /// fault closes the connection.
    private func exchanged(_ request: APIRequest) async -> APIResponse? {
        if let answer = await processor.exchangeUnlessFaulty(request) { return answer }
        let faults = (try? await processor.faults(method: request.method, path: request.path)) ?? []
        for fault in faults where fault.kind == .latency {
            try? await Task.sleep(for: .milliseconds(fault.milliseconds))
        }
        switch faults.first(where: { $0.kind != .latency })?.kind {
        case .tooManyRequests:
            return .refusal(
                status: 429, code: "rate_limit",
                "Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits. (Injected fault.)"
            )
        case .serverError:
            return .refusal(
                status: 500, "An unknown error occurred. (Injected fault.)")
        case .cutBefore: return nil
        case .cutAfter:
            _ = await processor.exchange(request)
            return nil
        default: return await processor.exchange(request)
        }
    }

    /// Returns an error response if the request's method or its `Stripe-Version` is not allowed. Otherwise
    /// returns nil.
    private func refusal(of request: Request) -> APIResponse? {
        guard [.get, .post, .delete].contains(request.method) else {
            return .refusal(
                status: 405,
                "This API does not support the method \(request.method.rawValue.prefix(10)): use GET, POST or DELETE."
            )
        }
        guard let version = request.headers[.stripeVersion] else { return nil }
        guard let version = APIVersions.version(in: version) else {
            return .refusal(status: 400, "Invalid Stripe API version: \(version.prefix(40))")
        }
        guard isStrict, !APIVersions.simulates(version) else { return nil }
        return .refusal(
            status: 400, code: "version_not_simulated",
            "Stripe-Version is \(version), but this simulated processor supports only the releases \(APIVersions.releases.joined(separator: " and ")). Without --strict, the server responds with version \(ProcessorServer.apiVersion)."
        )
    }

    private static func response(_ answer: APIResponse, to request: Request) -> Response {
        var headers = always
        headers[.contentType] = answer.requestID.isEmpty ? "text/plain; charset=utf-8" : "application/json"
        headers[.requestID] = answer.requestID.isEmpty ? nil : answer.requestID
        let version = request.headers[.stripeVersion].flatMap(APIVersions.version(in:))
        headers[.stripeVersion] = version ?? ProcessorServer.apiVersion
        if let version, !APIVersions.simulates(version) {
            headers[.simulatedVersion] = ProcessorServer.apiVersion
        }
        headers[.idempotencyKey] = request.headers[.idempotencyKey]
        if answer.isReplayed { headers[.idempotentReplayed] = "true" }
        headers[.originalRequest] = answer.originalRequest
        if answer.status == 405 { headers[.allow] = "GET, POST, DELETE" }
        // In these cases, the server has not read the whole body.
        if [408, 413, 501].contains(answer.status) { headers[.connection] = "close" }
        if let shouldRetry = answer.shouldRetry {
            headers[.stripeShouldRetry] = shouldRetry ? "true" : "false"
        }
        let body = request.method == .head ? [] : answer.body
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The default headers of a response. They forbid caching, loading other content, and embedding in any
    /// page.
    static var always: HTTPFields {
        [
            .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        ]
    }

    /// Returns the API key in the `Authorization` header: the `Bearer` token, or the user name of Basic
    /// authentication. Returns nil if the header is missing or malformed, or uses a different scheme.
    static func apiKey(_ header: String?) -> String? {
        guard let words = header?.split(separator: " ", maxSplits: 1), words.count == 2 else { return nil }
        switch words[0].lowercased() {
        case "bearer": return String(words[1])
        case "basic":
            guard let bytes = Data(base64Encoded: String(words[1])) else { return nil }
            return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != ":" })
        default: return nil
        }
    }
}

extension HTTPField.Name {
    static let eventsOfAccounts = named(APIRequest.eventsOfAccountsHeader)
    static let idempotencyKey = named("Idempotency-Key")
    static let idempotentReplayed = named("Idempotent-Replayed")
    static let originalRequest = named("Original-Request")
    static let referrerPolicy = named("Referrer-Policy")
    static let requestID = named("Request-Id")
    static let simulatedVersion = named("Tapctl-Simulated-Version")
    static let stripeAccount = named("Stripe-Account")
    static let stripeShouldRetry = named("Stripe-Should-Retry")
    static let stripeVersion = named("Stripe-Version")

    /// Creates the name of a header field. Stops the program if the name is not valid in HTTP.
    private static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is not a header name") }
        return name
    }
}

/// The context of a request. It contains the connection, which an injected fault can close.
struct ProcessorContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Closes the connection without a response.
    func cut() { channel.close(mode: .all, promise: nil) }
}

/// A log of requests on stderr. A line contains the method, the path, the status and the duration of a
/// request, but not its headers, query or body.
///
/// If a client put a secret key or a client secret into the path by mistake, the secret is masked.
enum RequestLog {
    /// The prefixes of secret API keys and signing secrets.
    private static let secrets = ["sk_", "rk_", "ek_", "whsec_"]
    /// The text in a client secret between the object's id and the random part.
    private static let separator = "_secret_"
    private static let mask = "***"

    static func write(method: String, path: String, status: Int?, taken: Duration) {
        FileHandle.standardError.write(
            Data(line(method: method, path: path, status: status, taken: taken).utf8))
    }

    static func masked(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
            if let secret = secrets.first(where: part.lowercased().hasPrefix) { return secret + mask }
            guard let found = part.range(of: separator, options: .caseInsensitive) else {
                return String(part)
            }
            return String(part[..<found.upperBound]) + mask
        }.joined(separator: "/")
    }

    /// Returns the log line for a request.
    ///
    /// The path is decoded, secrets in the path are masked, and the path is truncated to 120 characters. All
    /// characters except printable ASCII are removed, so that a path cannot send control sequences to a
    /// terminal.
    static func line(method: String, path: String, status: Int?, taken: Duration) -> String {
        let shown = masked(path.percentDecoded ?? path).unicodeScalars.prefix(120)
            .filter(isPrintable)
        let milliseconds =
            taken.components.seconds * 1_000 + taken.components.attoseconds / 1_000_000_000_000_000
        let method = String(method.unicodeScalars.prefix(10).filter(isPrintable))
        return
            "\(method) \(String(String.UnicodeScalarView(shown))) \(status.map(String.init) ?? "cut") \(milliseconds) ms\n"
    }

    /// Returns whether a character is printable ASCII other than a space.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool { (0x21..<0x7F).contains(scalar.value) }
}
