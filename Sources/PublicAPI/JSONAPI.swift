package import DataFolderKit
import Documents
import Giving
package import InvocationRouter
import StaffAccess
package import TapServer

/// The HTTP API below `/api`, with the same documents and error codes as the command line.
///
/// API keys and their roles are checked only here. Unless the route is public, a request needs a valid key
/// whose role permits the route. A change is refused while the server is processing another request with the
/// same API key and idempotency key. Each route checks that the key can access the organizations in the
/// request.
package struct JSONAPI: APIHandler {
    private let data: DataFolder
    private let routes: APIRouteTable
    private let hosts: HostList
    private let random: @Sendable () -> UInt64
    private let inFlight = CallsInFlight()
    private let failed: @Sendable (any Error) -> Void

    /// Creates the API.
    ///
    /// - Parameters:
    ///   - data: The folder with the data that the API reads and changes.
    ///   - hosts: The hosts of giving URLs. Generated URLs use the first host.
    ///   - random: A source of random ids for tags. Each call returns 64 random bits.
    ///   - failed: Called with errors that a client cannot resolve.
    package init(
        _ data: DataFolder, hosts: HostList, random: @escaping @Sendable () -> UInt64,
        failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.data = data
        routes = APIRouteTable(APIRoute.all(of: data.products.list))
        self.hosts = hosts
        self.random = random
        self.failed = failed
    }

    package func reply(to call: APICall) async -> APIReply {
        do {
            return APIReply(status: 200, content: try await answer(to: call).text + "\n")
        } catch {
            let shown = APIError(error)
            if shown.status >= 500 { failed(error) }
            return shown.reply
        }
    }

    package func refusal(secondsToWait seconds: Int64) -> APIReply {
        APIError.rateLimited(secondsToWait: seconds).reply
    }

    package func route(of path: String) -> String {
        routes.found(at: path[...]).first?.route.path.template ?? "/api/{none}"
    }

    package func triesCards(_ method: String, _ path: String) -> Bool {
        routes.found(at: path[...]).contains { found in
            found.route.triesCards && found.route.method.rawValue == method
        }
    }

    package func refusedPlain(_ call: APICall) async {
        do {
            var event = AuditLogEvent(.apiRequest, by: .anonymous, from: call.network)
            // The key is named, because it has to be replaced. It was not used, so it is not the actor.
            if let secret = Self.secret(of: call), let key = try await data.apiKeys.knownKey(of: secret) {
                (event.ids, event.organizations) = ([key.publicID], key.organizations)
            }
            try await data.auditLog.refuse(event, "keyInPlainText")
        } catch {
            failed(error)
        }
    }

    private func answer(to call: APICall) async throws -> JSONValue {
        let (route, path) = try route(of: call)
        guard let roles = route.access.roles else {
            return try await route.work(context(call, route, path, nil))
        }
        let key = try await key(of: call)
        let event = AuditLogEvent(
            route.action ?? .apiRequest, by: .key(key), from: call.network, organizations: key.organizations)
        return try await recordingRefusal(event) {
            guard roles.contains(key.role) else {
                throw APIError.notPermitted(role: key.role.rawValue, roles: roles.map(\.rawValue))
            }
            let context = try context(call, route, path, key)
            guard route.method.changes else { return try await route.work(context) }
            guard inFlight.begin(context.requestKey) else { throw APIError.keyInUse }
            defer { inFlight.end(context.requestKey) }
            return try await data.auditLog.recording(event, code: Self.refusalCode) {
                try await route.work(context)
            }
        }
    }

    /// Runs `work`. If access is refused, with status 401 or 403, records the refusal in the audit log.
    private func recordingRefusal<Value>(
        _ event: AuditLogEvent, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch {
            let shown = APIError(error)
            if shown.refusesAccess { try await data.auditLog.refuse(event, shown.code) }
            throw error
        }
    }

    /// Returns the code of a refused change. Returns nil for a server error (status 500 or higher), and for
    /// refused access, which `recordingRefusal` has already recorded.
    private static func refusalCode(_ error: any Error) -> String? {
        let shown = APIError(error)
        return shown.status < 500 && !shown.refusesAccess ? shown.code : nil
    }

    private func route(of call: APICall) throws -> APIRouteTable.Found {
        let found = routes.found(at: call.path)
        guard !found.isEmpty else { throw APIError.noRoute }
        guard let route = found.first(where: { $0.route.method.rawValue == call.method }) else {
            throw APIError.notAllowed(found.map(\.route.method.rawValue))
        }
        return route
    }

    /// Returns the API key of a request. If the key is missing or refused, records the refusal in the audit
    /// log and throws an error.
    ///
    /// A key may be unknown, or known but not confirmed since a restore. The error is the same in both cases.
    /// Only the audit log distinguishes them.
    private func key(of call: APICall) async throws -> APIKey {
        let secret = Self.secret(of: call)
        if let secret, let key = try await data.apiKeys.key(of: secret) { return key }
        let error = call.authorization == nil ? APIError.noKey : .unknownKey
        var (event, code) = (AuditLogEvent(.apiRequest, by: .anonymous, from: call.network), error.code)
        if let secret, let key = try await data.apiKeys.knownKey(of: secret) {
            (event.ids, event.organizations) = ([key.publicID], key.organizations)
            code = AuditLogRefusal.unconfirmed
        }
        try await data.auditLog.refuse(event, code)
        throw error
    }

    private static func secret(of call: APICall) -> APIKeySecret? {
        let words = (call.authorization ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return APIKeySecret(String(words[1]))
    }

    private func context(
        _ call: APICall, _ route: APIRoute, _ path: [String: String], _ key: APIKey?
    ) throws -> APIRequestContext {
        var requestKey = ""
        if route.method.changes, let key {
            guard let text = call.idempotencyKey, APIRequestKey.isOne(text) else {
                throw APIError.noIdempotencyKey
            }
            requestKey = APIRequestKey.of(text, key)
        }
        if route.method.changes, !call.query.isEmpty { throw APIError.queryOfChange }
        let fields =
            route.method.changes
            ? try APIFields(body: call.body, as: route.fields)
            : try APIFields(
                query: call.query, headers: call.donorEmail.map { [APIField.donorEmail.name: $0] } ?? [:],
                as: route.fields)
        // Card numbers are refused in every format and in every field, before a route reads or stores them.
        if route.method.changes, fields.holdCard { throw GivingError(.cardNumber) }
        return APIRequestContext(
            data: data, hosts: hosts, random: random, key: key?.id ?? "",
            organizations: key?.organizations ?? [], path: path,
            fields: fields, requestKey: requestKey, mayChange: key?.role.permits(.change) ?? false)
    }
}

extension APIError {
    /// Whether the key is missing or invalid, or does not permit the request.
    fileprivate var refusesAccess: Bool { status == 401 || status == 403 }

    /// The HTTP response for this error.
    fileprivate var reply: APIReply {
        APIReply(status: status, headers: headers, content: document.text + "\n")
    }
}
