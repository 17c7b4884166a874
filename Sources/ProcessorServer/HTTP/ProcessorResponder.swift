import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ProcessorSimulator

/// Stripe's API on HTTP: every request becomes one of the simulated processor's.
///
/// Source: Stripe API reference, "Authentication", "Request IDs", "Idempotent requests".
struct ProcessorResponder: HTTPResponder {
    /// The octets that a body may have.
    static let longestBody = 1 << 20

    let processor: SimulatedProcessor

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard let path = request.uri.path.removingPercentEncoding else {
            return Response(status: .badRequest)
        }
        if path == "/healthz" {
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
        }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.longestBody)
        } catch is NIOTooManyBytesError {
            return Response(status: .contentTooLarge)
        }
        if path.hasPrefix("/pages/") {
            let answer = await PageRouter(processor: processor).answer(
                request.method.rawValue, path, query: request.uri.query ?? "",
                body: Array(body.readableBytesView))
            return Self.response(answer)
        }
        let key = request.headers[.idempotencyKey]
        let answer = await processor.exchange(
            APIRequest(
                method: request.method.rawValue, path: path, query: Array((request.uri.query ?? "").utf8),
                body: Array(body.readableBytesView), apiKey: Self.apiKey(request.headers[.authorization]),
                idempotencyKey: request.method == .get ? nil : key, account: request.headers[.stripeAccount]))
        return Self.response(answer, key: key)
    }

    private static func response(_ answer: PageAnswer) -> Response {
        var headers = HTTPFields()
        headers[.cacheControl] = "no-store"
        switch answer {
        case .redirect(let address):
            headers[.location] = address
            return Response(status: .seeOther, headers: headers)
        case .page(let status, let document):
            headers[.contentType] = "text/html; charset=utf-8"
            headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'"
            return Response(
                status: HTTPResponse.Status(code: status), headers: headers,
                body: ResponseBody(byteBuffer: ByteBuffer(string: document)))
        }
    }

    private static func response(_ answer: APIAnswer, key: String?) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = "application/json"
        headers[.requestID] = answer.requestID
        headers[.stripeVersion] = ProcessorServer.apiVersion
        headers[.idempotencyKey] = key
        if answer.isReplayed { headers[.idempotentReplayed] = "true" }
        if let shouldRetry = answer.shouldRetry {
            headers[.stripeShouldRetry] = shouldRetry ? "true" : "false"
        }
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }

    /// The key of `Authorization`: behind `Bearer`, or the user name of Basic.
    static func apiKey(_ header: String?) -> String? {
        guard let words = header?.split(separator: " ", maxSplits: 1), words.count == 2 else { return nil }
        switch words[0].lowercased() {
        case "bearer": return String(words[1])
        case "basic":
            guard let octets = Data(base64Encoded: String(words[1])) else { return nil }
            return String(decoding: octets, as: UTF8.self).split(
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
    static let requestID = named("Request-Id")
    static let stripeAccount = named("Stripe-Account")
    static let stripeShouldRetry = named("Stripe-Should-Retry")
    static let stripeVersion = named("Stripe-Version")

    /// The name of a header; only names that HTTP takes are written above.
    private static func named(_ name: String) -> Self {
        guard let name = Self(name) else { preconditionFailure("\(name) is no name of a header") }
        return name
    }
}
