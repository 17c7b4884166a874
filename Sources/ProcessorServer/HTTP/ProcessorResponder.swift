import Foundation
import HTMLKit
import HTTPTypes
import Hummingbird
import NIOCore
import ProcessorSimulator
import ServerKit

/// Stripe's API over HTTP. Every request is passed to the simulated processor, unless an injected fault affects it.
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

    func respond(to request: Request, context: ProcessorContext) async throws -> Response {
        // Other sites may lead a browser to a page of the processor, but not to its API.
        let isSafe = request.uri.path.hasPrefix("/pages/") && [.get, .head].contains(request.method)
        if let refused = hosts.refusal(of: request.head, isSafe: isSafe) {
            return Self.response(
                .refusal(status: refused.status.code, refused.sentence), to: request)
        }
        if request.uri.path.hasPrefix("/pages/") {
            return await PageResponder.respond(to: request, processor)
        }
        let start = ContinuousClock.now
        let answer = try await answered(request)
        if isVerbose {
            RequestLog.write(
                method: request.method.rawValue, path: request.uri.path, status: answer?.status,
                taken: start.duration(to: .now))
        }
        guard let answer else {
            context.cut()
            return Response(status: .internalServerError)
        }
        return Self.response(answer, to: request)
    }

    /// Returns the response to a request, or nil if the connection must be closed without a response.
    private func answered(_ request: Request) async throws -> APIResponse? {
        if let refusal = refusal(of: request) { return refusal }
        guard let path = request.uri.path.removingPercentEncoding else {
            return .refusal(status: 400, "The path is not percent-encoded UTF-8.")
        }
        if path == "/healthz" {
            return APIResponse(status: 200, body: Array("ok\n".utf8), requestID: "")
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.longestBody)
        } catch is NIOTooManyBytesError {
            return .refusal(
                status: 413, code: "request_too_large",
                "A request body can have at most \(Self.longestBody) octets.")
        }
        let wanted = APIRequest(
            method: request.method.rawValue, path: path, query: Array((request.uri.query ?? "").utf8),
            body: Array(body.readableBytesView), apiKey: Self.apiKey(request.headers[.authorization]),
            idempotencyKey: request.method == .get ? nil : request.headers[.idempotencyKey],
            account: request.headers[.stripeAccount])
        // Requests that control the simulation are exempt from faults.
        if SimulatedProcessor.steers(path) { return await processor.control(wanted) }
        guard !path.hasPrefix("/_tapctl/") else { return await processor.exchange(wanted) }
        return await passed(wanted)
    }

    /// Returns the processor's response after applying the planned faults of `line`, or nil if a fault closes the
    /// connection.
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

    /// Returns the processor's response after applying the injected faults, or nil if a fault closes the connection.
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

    /// Returns an error response if the request's method or `Stripe-Version` is not allowed, otherwise nil.
    private func refusal(of request: Request) -> APIResponse? {
        guard [.get, .post, .delete].contains(request.method) else {
            return .refusal(
                status: 405,
                "\(request.method.rawValue.prefix(10)) is not a method of this API: use GET, POST or DELETE."
            )
        }
        guard isStrict, let version = request.headers[.stripeVersion], version != ProcessorServer.apiVersion
        else { return nil }
        return .refusal(
            status: 400, code: "version_not_simulated",
            "Stripe-Version is \(version.prefix(40)), but this simulated processor supports only \(ProcessorServer.apiVersion). Without --strict, it ignores the header."
        )
    }

    private static func response(_ answer: APIResponse, to request: Request) -> Response {
        var headers = always
        headers[.contentType] = answer.requestID.isEmpty ? "text/plain; charset=utf-8" : "application/json"
        headers[.requestID] = answer.requestID.isEmpty ? nil : answer.requestID
        headers[.stripeVersion] = ProcessorServer.apiVersion
        headers[.idempotencyKey] = request.headers[.idempotencyKey]
        if answer.isReplayed { headers[.idempotentReplayed] = "true" }
        if answer.status == 405 { headers[.allow] = "GET, POST, DELETE" }
        if answer.status == 413 { headers[.connection] = "close" }
        if let shouldRetry = answer.shouldRetry {
            headers[.stripeShouldRetry] = shouldRetry ? "true" : "false"
        }
        let body = request.method == .head ? [] : answer.body
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// The headers of every response. They prevent caching, and allow it to load nothing and no site to frame it.
    static var always: HTTPFields {
        [
            .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            .contentSecurityPolicy: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        ]
    }

    /// Returns the API key in the `Authorization` header: the `Bearer` token, or the user name of Basic authentication.
    static func apiKey(_ header: String?) -> String? {
        guard let words = header?.split(separator: " ", maxSplits: 1), words.count == 2 else { return nil }
        switch words[0].lowercased() {
        case "bearer": return String(words[1])
        case "basic":
            guard let bytes = Data(base64Encoded: String(words[1])) else { return nil }
            return String(decoding: bytes, as: UTF8.self).split(
                separator: ":", omittingEmptySubsequences: false
            )
            .first.map(String.init)
        default: return nil
        }
    }
}

extension HTTPField.Name {
    static let idempotencyKey = named("Idempotency-Key")
    static let idempotentReplayed = named("Idempotent-Replayed")
    static let referrerPolicy = named("Referrer-Policy")
    static let requestID = named("Request-Id")
    static let stripeAccount = named("Stripe-Account")
    static let stripeShouldRetry = named("Stripe-Should-Retry")
    static let stripeVersion = named("Stripe-Version")

    /// Returns the header field with a name that is valid in HTTP. An invalid name is a programming error.
    private static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is not a header name") }
        return name
    }
}

/// The context of a request, with the connection that a fault can close.
struct ProcessorContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Closes the connection without a response.
    func cut() { channel.close(mode: .all, promise: nil) }
}

/// The log line of a request: method, path, status and time. It never contains a key, a query or a body.
///
/// A client may have put a key or a client secret into the path by mistake, so both are masked.
enum RequestLog {
    /// The prefixes of secrets.
    private static let secrets = ["sk_", "rk_", "whsec_"]
    /// The part of a client secret that separates it from the object's id.
    private static let separator = "_secret_"
    private static let mask = "***"

    static func write(method: String, path: String, status: Int?, taken: Duration) {
        FileHandle.standardError.write(
            Data(line(method: method, path: path, status: status, taken: taken).utf8))
    }

    private static func masked(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
            if let secret = secrets.first(where: part.lowercased().hasPrefix) { return secret + mask }
            guard let found = part.range(of: separator, options: .caseInsensitive) else {
                return String(part)
            }
            return String(part[..<found.upperBound]) + mask
        }.joined(separator: "/")
    }

    /// Returns the log line of a request. The path is decoded, secrets in it are masked, and it is truncated to 120
    /// characters. All characters except printable ASCII are removed, so that the path cannot mislead a terminal.
    static func line(method: String, path: String, status: Int?, taken: Duration) -> String {
        let shown = masked(path.removingPercentEncoding ?? path).unicodeScalars.prefix(120)
            .filter { $0.value > 0x20 && $0.value < 0x7F }
        let milliseconds =
            taken.components.seconds * 1_000 + taken.components.attoseconds / 1_000_000_000_000_000
        let method = String(method.unicodeScalars.prefix(10).filter { $0.value > 0x20 && $0.value < 0x7F })
        return
            "\(method) \(String(String.UnicodeScalarView(shown))) \(status.map(String.init) ?? "cut") \(milliseconds) ms\n"
    }
}

/// The processor's web pages over HTTP.
enum PageResponder {
    /// The maximum size of a submitted form, in bytes.
    static let longestForm = 64 << 10

    /// Returns the requested page. The response is an error if the form is too long or the path cannot be decoded.
    static func respond(to request: Request, _ processor: SimulatedProcessor) async -> Response {
        var request = request
        guard let path = request.uri.path.removingPercentEncoding else {
            return refusal(.badRequest, "The path is not percent-encoded UTF-8.")
        }
        guard let body = try? await request.collectBody(upTo: longestForm) else {
            return refusal(.contentTooLarge, "A form can have at most \(longestForm) octets.")
        }
        return response(
            await PageRouter(processor: processor).answer(
                request.method.rawValue, path, query: request.uri.query ?? "",
                body: Array(body.readableBytesView)))
    }

    /// The headers of every page. No other site learns its address, which contains a client secret.
    private static var headers: HTTPFields {
        var headers = ProcessorResponder.always
        headers[.referrerPolicy] = "no-referrer"
        return headers
    }

    /// Returns a response with a sentence as its text. It closes the connection, because the remaining data of the
    /// request was not read.
    private static func refusal(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        var headers = headers
        headers[.contentType] = "text/plain; charset=utf-8"
        headers[.connection] = "close"
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: sentence + "\n")))
    }

    private static func response(_ answer: ProcessorPageResponse) -> Response {
        var headers = headers
        switch answer {
        case .page(let status, let document):
            headers[.contentType] = "text/html; charset=utf-8"
            // There is no `form-action`, because a form may redirect to the site that sent the customer here.
            headers[.contentSecurityPolicy] =
                "default-src 'none'; style-src \(document.style.source); base-uri 'none'; frame-ancestors 'none'"
            return Response(
                status: HTTPResponse.Status(code: status), headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: document.text)))
        case .redirect(let address):
            headers[.location] = address
            return Response(status: .seeOther, headers: headers)
        case .pdf(let bytes, let name):
            headers[.contentType] = "application/pdf"
            headers[.contentDisposition] = "inline; filename=\"\(name)\""
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
    }
}
