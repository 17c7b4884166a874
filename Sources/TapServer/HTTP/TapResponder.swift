import Giving
import HTMLKit
import HTTPTypes
import Hummingbird
import NIOCore
import PaymentCore
import ServerKit
import Synchronization

/// The responder that serves the site over HTTP. It finds the route of each request, enforces the limits, and
/// reports the completed request to the observers. The report and the response contain the same request id.
struct TapResponder: HTTPResponder {
    let site: TapController
    let limits: SiteServer.Limits
    let proxies: TrustedProxies
    let gate: RateGate
    let observers: [any RequestObserver]
    let clock: MonotonicClock
    /// The header fields that every response has.
    private let headers: HTTPFields
    private let deadlines: BodyDeadlines
    private let hosts: HostPolicy
    private let links: LinkExchange
    private let warning = OneWarning()

    init(_ site: TapController, _ configuration: SiteServer.Configuration, observers: [any RequestObserver]) {
        self.site = site
        self.observers = observers
        limits = configuration.limits
        proxies = configuration.proxies
        clock = configuration.clock
        gate = RateGate(configuration.rates, clock: clock)
        headers = PageHeaders.always(isSecure: site.settings.isSecure)
        deadlines = BodyDeadlines(limit: .seconds(limits.formSeconds))
        hosts = configuration.hostPolicy
        links = LinkExchange(site)
    }

    func respond(to request: Request, context: TapContext) async throws -> Response {
        let path = String((request.head.path ?? "/").targetPath)
        let match = site.router.match(path)
        let route = RouteTemplate.of(path, match, api: site.api)
        // A client's own id is not used, because it would be written to the log unchanged.
        let digits = String(site.random(), radix: 16)
        let id = String(repeating: "0", count: 16 - digits.count) + digits
        let begin = clock.now()
        for observer in observers { observer.began() }
        do {
            var response = try await ServedRequest.$currentID.withValue(id) {
                try await respond(to: request, at: match, context: context)
            }
            response.headers[.xRequestID] = id
            response.headers.append(contentsOf: headers)
            report(request, route, id, response.status.code, clock.now() - begin, response.body.contentLength)
            return response
        } catch {
            // Pages throw no errors, so the connection was closed while a form was being read.
            report(request, route, id, 499, clock.now() - begin, nil)
            throw error
        }
    }

    private func report(
        _ request: Request, _ route: String, _ id: String, _ status: Int, _ duration: Duration, _ bytes: Int?
    ) {
        let method = request.method.rawValue
        let served = ServedRequest(
            id: id, method: ["GET", "HEAD", "POST", "PATCH"].contains(method) ? method : "other",
            route: route, status: status, duration: duration, bytes: bytes)
        for observer in observers { observer.ended(served) }
    }

    /// Returns the response to a request. A request that exceeds a limit, or whose host is not allowed, is
    /// refused. Any other request is answered by the API, the webhook handler or a page.
    ///
    /// - Parameter match: The route of the request's path.
    private func respond(
        to request: Request, at match: RouteMatch, context: TapContext
    ) async throws -> Response {
        guard request.head.path?.utf8.count ?? 0 <= limits.targetBytes else {
            return refusal(.uriTooLong, "The URL is too long.")
        }
        if let refused = hosts.refusal(of: request.head, isSafe: [.get, .head].contains(request.method)) {
            return refusal(refused.status, refused.sentence)
        }
        guard !request.headers.hasUnknownTransferCoding else {
            return refusal(
                .notImplemented,
                "This server accepts only the transfer coding chunked. Send the body uncompressed.")
        }
        let client = client(of: request, context)
        if let client, let seconds = gate.secondsToWait(kind(of: request, at: match), from: client) {
            return tooMany(seconds, to: request, context)
        }
        let body: ByteBuffer
        do {
            body = try await collected(request, at: match, context)
        } catch let error as LongBody {
            return tooLong(error, to: request, at: match, context)
        } catch is LateBody {
            return refusal(.requestTimeout, "The request did not arrive in time.")
        }
        if let response = await apiResponse(to: request, body: body, client: client) { return response }
        if let response = await webhookResponse(to: request, body: body) { return response }
        let isHead = request.method == .head
        var page = PageRequest(
            isHead ? "GET" : request.method.rawValue, request.head.path ?? "/", at: match,
            form: String(buffer: body), client: client?.text,
            cookies: cookies(of: request),
            lastEventID: request.headers[.lastEventID])
        page.upload = upload(in: request, body, at: match)
        let answer = await links.answer(page) { page in
            page.method == "POST" ? await afterPages { await site.answer(page) } : await site.answer(page)
        }
        return response(answer, to: request, context)
    }

    /// Performs the work for a form or an API call that changes data, with a lower priority than pages.
    ///
    /// If the processor is slow, hundreds of gifts can be waiting for it. The pages of other visitors must
    /// still appear immediately.
    ///
    /// The work does not run in a child task, because a child task would inherit the priority of the waiting
    /// task. If the waiting task is canceled, the work is canceled too.
    func afterPages<Answer: Sendable>(_ work: @escaping @Sendable () async -> Answer) async -> Answer {
        let begun = Mutex<Task<Void, Never>?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                let task = Task(priority: .utility) { waiting.resume(returning: await work()) }
                begun.withLock { $0 = task }
                // A cancellation before this point has found no task to cancel.
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            begun.withLock { $0?.cancel() }
        }
    }

    /// Returns the client's address for the rate limits; nil if it is unknown. Also returns nil if the client
    /// is on this machine and no other machine can reach the pages.
    ///
    /// If other machines can reach the pages, a connection from this machine can come from a proxy that
    /// forwards the requests of all donors. If that proxy is not trusted, all donors share its address and
    /// therefore its limits.
    private func client(of request: Request, _ context: TapContext) -> NetworkAddress? {
        guard let peer = context.peer else { return nil }
        let client = proxies.client(of: peer, forwardedFor: request.headers[values: .xForwardedFor])
        if client == .unreadable, warning.isFirst() { site.failed(ForwardedForError()) }
        return client.isLoopback && site.settings.isOfThisMachine ? nil : client
    }

    private func kind(of request: Request, at match: RouteMatch) -> RateGate.Kind {
        RateGate.Kind(
            request.method.rawValue, String((request.head.path ?? "/").targetPath), match, api: site.api)
    }

    /// Returns the response to a request that exceeds the rate limit, with the time to wait before a retry.
    /// The response closes the connection, because the server has not read the body.
    private func tooMany(_ seconds: Int64, to request: Request, _ context: TapContext) -> Response {
        var response =
            apiRefusal(of: request, secondsToWait: seconds)
            ?? response(site.page(.tooMany(secondsToWait: seconds)), to: request, context)
        response.headers[.retryAfter] = String(seconds)
        response.headers[.connection] = "close"
        return response
    }

    /// Returns the whole body of a POST or PATCH request; empty for other methods. Throws an error if the
    /// body is too long or does not arrive in time.
    private func collected(
        _ request: Request, at match: RouteMatch, _ context: TapContext
    ) async throws -> ByteBuffer {
        guard [.post, .patch].contains(request.method) else { return ByteBuffer() }
        let bytes = bringsEvent(request) ? limits.eventBytes : await formBytes(of: request, at: match)
        return try await deadlines.body(of: request, upTo: bytes, on: context.channel)
    }

    /// Returns the response to a request whose body exceeds its limit. The response closes the connection,
    /// because the rest of the body was not read.
    private func tooLong(
        _ body: LongBody, to request: Request, at match: RouteMatch, _ context: TapContext
    ) -> Response {
        guard let fileBytes = match.place.fileBytes else {
            let isPage = !bringsEvent(request) && !APICall.isMeant(by: request.head.path ?? "/")
            return refusal(
                .contentTooLarge,
                "The \(isPage ? "form" : "request body") is too long. The limit is \(body.limitText).")
        }
        let problem: ProblemPage = body.limit < fileBytes ? .signedOutUpload : .longFile(body)
        var response = response(site.page(problem), to: request, context)
        response.headers[.connection] = "close"
        return response
    }

    /// Returns the maximum size of a form's body. The higher limit for a form with a file applies only if a
    /// member of staff is signed in, so that other clients cannot fill the memory.
    private func formBytes(of request: Request, at match: RouteMatch) async -> Int {
        guard let bytes = match.place.fileBytes, bytes > limits.formBytes,
            await site.acceptsFiles(from: cookies(of: request))
        else { return limits.formBytes }
        return bytes
    }

    private func cookies(of request: Request) -> ServerKit.Cookies {
        ServerKit.Cookies(request.headers[.cookie] ?? "", isSecure: site.settings.isSecure)
    }

    /// Returns the body of a form with a file. Returns nil if the page accepts no files, or if the body is
    /// not a valid multipart form.
    private func upload(in request: Request, _ body: ByteBuffer, at match: RouteMatch) -> MultipartBody? {
        guard match.place.fileBytes != nil, let type = request.headers[.contentType] else { return nil }
        return MultipartBody(contentType: type, bytes: Array(body.readableBytesView))
    }

    private func response(_ answer: PageResponse, to request: Request, _ context: TapContext) -> Response {
        let withBody = request.method != .head
        switch answer {
        case .page(let status, let document):
            let headers = PageHeaders.of(document, type: "text/html; charset=utf-8")
            return Response(status, headers, withBody ? document.text : "", withBody: withBody)
        case .file(let status, let type, let content):
            return Response(status, PageHeaders.of(type: type), content, withBody: withBody)
        case .bytes(let type, let content):
            return Response(
                status: .ok, headers: PageHeaders.of(type: type),
                body: withBody ? ResponseBody(byteBuffer: ByteBuffer(bytes: content)) : ResponseBody())
        case .download(let name, let type, let export):
            var headers = PageHeaders.of(type: type)
            headers[.contentDisposition] = Self.attachment(name)
            return download(export, headers, to: request, context)
        case .saving(let name, let answer):
            var saved = response(answer, to: request, context)
            saved.headers[.contentDisposition] = Self.attachment(name)
            return saved
        case .retry(let seconds, let answer):
            var later = response(answer, to: request, context)
            later.headers[.retryAfter] = String(seconds)
            return later
        case .events(let events): return eventStream(events, to: request, context)
        case .setting(let cookie, let answer):
            var kept = response(answer, to: request, context)
            kept.headers.append(HTTPField(name: .setCookie, value: cookie.text))
            return kept
        case .clearing(let answer):
            var cleared = response(answer, to: request, context)
            cleared.headers[.clearSiteData] = "\"cache\", \"storage\""
            return cleared
        case .redirect(let address):
            var headers = PageHeaders.of()
            headers[.location] = address
            return Response(status: .seeOther, headers: headers)
        case .notAllowed(let methods):
            var response = refusal(.methodNotAllowed, "This page accepts only \(methods).")
            response.headers[.allow] = methods
            return response
        }
    }

    /// Returns the header value that makes a browser save the response as a file. The server, not the client,
    /// chooses the name. All characters except ASCII letters, digits, hyphens, periods and underscores are
    /// replaced by hyphens.
    private static func attachment(_ name: String) -> String {
        let isSafe = { (letter: Character) in
            letter.isASCII && (letter.isLetter || letter.isNumber || "-._".contains(letter))
        }
        return "attachment; filename=\"\(String(name.map { isSafe($0) ? $0 : "-" }))\""
    }

    /// Returns a text response with one sentence. The response closes the connection, because the server
    /// might not have read the rest of the request.
    func refusal(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
        var headers = PageHeaders.of(type: "text/plain; charset=utf-8")
        headers[.connection] = "close"
        return Response(status.code, headers, sentence + "\n")
    }
}

extension LongBody {
    fileprivate var limitText: String { limit % (1 << 20) == 0 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB" }
}

extension ProblemPage {
    /// The response to a file upload from a browser that is not signed in. The server has not read the file.
    fileprivate static let signedOutUpload = ProblemPage(
        403, "You are signed out", "your session has ended, so the file was not read",
        remedy: "Sign in again, and then choose the file again.")

    /// Returns the error page for a form whose file is too large.
    fileprivate static func longFile(_ body: LongBody) -> ProblemPage {
        ProblemPage(
            413, "The file is too large", "the form, including its file, can be at most \(body.limitText)",
            remedy: "Choose a smaller file, such as a statement for a shorter period.")
    }
}

/// A flag that ensures that a warning is logged only once.
private final class OneWarning: Sendable {
    private let isGiven = Atomic(false)

    /// Returns true only for the first call.
    func isFirst() -> Bool { !isGiven.exchange(true, ordering: .relaxed) }
}

extension Response {
    /// Creates a response with a text body, or without a body in response to HEAD.
    init(_ status: Int, _ headers: HTTPFields, _ content: String, withBody: Bool = true) {
        self.init(
            status: HTTPResponse.Status(code: status), headers: headers,
            body: withBody ? ResponseBody(byteBuffer: ByteBuffer(string: content)) : ResponseBody())
    }
}

extension HTTPField.Name {
    /// The name of the header with the response's id. The log contains the same id.
    static let xRequestID = named("X-Request-Id")
}

/// The context of a request: the connection on which it was received.
struct TapContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// Closes the connection immediately, even if data is still being sent.
    func close() { channel.close(promise: nil) }

    /// The address of the connection's peer; nil if it is not an IP address.
    var peer: NetworkAddress? { channel.remoteAddress?.ipAddress.flatMap(NetworkAddress.init) }
}

/// A completed request, as reported to logs and metrics.
///
/// It contains no personal data: no path parameters, query, headers, form fields or addresses.
public struct ServedRequest: Hashable, Sendable {
    /// The id of the request that the current task handles; nil outside of a request.
    ///
    /// The log adds this id to errors, so that the entry for a response can be found by the response's
    /// `X-Request-Id` header.
    @TaskLocal public static var currentID: String?

    /// The id of the response: 16 hex digits. The `X-Request-Id` header contains the same id.
    public var id: String
    /// The HTTP method: `GET`, `HEAD`, `POST` or `PATCH`. Any other method is reported as `other`, to limit
    /// the number of distinct values.
    public var method: String
    /// The template of the route, without the values in the path, such as `/-/give/{key}`.
    public var route: String
    /// The HTTP status of the response; 499 if the client disconnected before the response.
    public var status: Int
    /// The time until the response was ready, not including the time to send it.
    public var duration: Duration
    /// The size of the response's body in bytes; nil if the size was not known in advance.
    public var bytes: Int?

    public init(id: String, method: String, route: String, status: Int, duration: Duration, bytes: Int?) {
        self.id = id
        self.method = method
        self.route = route
        self.status = status
        self.duration = duration
        self.bytes = bytes
    }
}

/// An observer that receives a report of each request, for a log or for metrics.
public protocol RequestObserver: Sendable {
    /// Called at the start of a request. A call to ``ended(_:)`` always follows.
    func began()
    /// Called when the response to a request is ready, or if the connection is closed before that.
    func ended(_ request: ServedRequest)
}

/// The labels of routes in logs and metrics: paths without ids, names or tokens.
///
/// The number of different labels is limited by the number of routes, regardless of the requests that clients
/// send.
package enum RouteTemplate {
    /// Returns the label of a path's route.
    ///
    /// - Parameters:
    ///   - path: The path as sent, not decoded.
    ///   - match: The route of the path.
    ///   - api: The API, which has its own route templates; nil if there is no API.
    static func of(_ path: String, _ match: RouteMatch, api: (any APIHandler)?) -> String {
        if let api, APICall.isMeant(by: path) { return api.route(of: path) }
        return isWebhook(path) ? webhook : match.place.label
    }

    /// The path to which the processor delivers its events.
    package static let webhook = "/webhooks/processor"

    /// Returns whether a request target (a path and a query) is the URL for the processor's events.
    static func isWebhook(_ target: String) -> Bool { target.targetPath == webhook }
}
