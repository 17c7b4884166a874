import HTMLKit
import HTTPTypes
import Hummingbird
import ServerKit

/// A responder whose requests are heard of, each with an id that its answer carries.
struct ObservedResponder<Inner: HTTPResponder>: HTTPResponder {
    let inner: Inner
    let observers: [any RequestObserver]
    let clock: SteadyClock
    /// 64 random bits a call.
    let random: @Sendable () -> UInt64
    /// Knows the routes below `/api`, where there are any.
    let api: (any APIDoor)?
    /// What each answer carries.
    let headers: HTTPFields

    func respond(to request: Request, context: Inner.Context) async throws -> Response {
        // An id that a client sends is not taken: it would stand in the log as it was written.
        let digits = String(random(), radix: 16)
        let id = String(repeating: "0", count: 16 - digits.count) + digits
        let begin = clock.now()
        for observer in observers { observer.began() }
        do {
            var response = try await inner.respond(to: request, context: context)
            response.headers[.xRequestID] = id
            response.headers.append(contentsOf: headers)
            tell(request, id, response.status.code, clock.now() - begin, response.body.contentLength)
            return response
        } catch {
            // Pages throw nothing: the connection has ended while a form was read.
            tell(request, id, 499, clock.now() - begin, nil)
            throw error
        }
    }

    private func tell(_ request: Request, _ id: String, _ status: Int, _ duration: Duration, _ octets: Int?) {
        let method = request.method.rawValue
        let path = String((request.head.path ?? "/").targetPath)
        let served = ServedRequest(
            id: id, method: ["GET", "HEAD", "POST", "PATCH"].contains(method) ? method : "other",
            route: RouteTemplate.of(path, api: api), status: status, duration: duration, octets: octets)
        for observer in observers { observer.ended(served) }
    }
}

extension HTTPField.Name {
    /// By which an answer is found in the log.
    static let xRequestID = named("X-Request-Id")
}
