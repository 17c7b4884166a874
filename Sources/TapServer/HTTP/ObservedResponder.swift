import HTTPTypes
import Hummingbird
import ServerKit

/// Finds the route of each request, and reports the request with an id that its response carries.
struct ObservedResponder: HTTPResponder {
    let inner: TapResponder
    let observers: [any RequestObserver]
    let clock: SteadyClock
    /// 64 random bits a call.
    let random: @Sendable () -> UInt64
    /// What each answer carries.
    let headers: HTTPFields

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let path = String((request.head.path ?? "/").targetPath)
        let match = inner.site.router.match(path)
        let route = RouteTemplate.of(path, match, api: inner.site.api)
        // An id that a client sends is not taken: it would stand in the log as it was written.
        let digits = String(random(), radix: 16)
        let id = String(repeating: "0", count: 16 - digits.count) + digits
        let begin = clock.now()
        for observer in observers { observer.began() }
        do {
            var response = try await inner.respond(to: request, at: match, context: context)
            response.headers[.xRequestID] = id
            response.headers.append(contentsOf: headers)
            tell(request, route, id, response.status.code, clock.now() - begin, response.body.contentLength)
            return response
        } catch {
            // Pages throw nothing: the connection has ended while a form was read.
            tell(request, route, id, 499, clock.now() - begin, nil)
            throw error
        }
    }

    private func tell(
        _ request: Request, _ route: String, _ id: String, _ status: Int, _ duration: Duration, _ octets: Int?
    ) {
        let method = request.method.rawValue
        let served = ServedRequest(
            id: id, method: ["GET", "HEAD", "POST", "PATCH"].contains(method) ? method : "other",
            route: route, status: status, duration: duration, octets: octets)
        for observer in observers { observer.ended(served) }
    }
}

extension HTTPField.Name {
    /// By which an answer is found in the log.
    static let xRequestID = named("X-Request-Id")
}
