import Processor
import TextKit
import TimeKit

/// A secret of a Stripe app. The secret belongs to the account or to one of the account's users.
///
/// Source: Stripe API reference, "Secrets"; documentation, "Store secret credentials and tokens".
struct AppSecret: StoredObject {
    static let objectName = "apps.secret"
    /// The id, `appsecret_…`.
    var id: String
    var created: Timestamp
    var name: String
    var payload: String
    /// The type of the scope: `account` or `user`.
    var scope: String
    /// The id of the user, if the scope is `user`; otherwise nil.
    var user: String?
    /// The time when the secret expires, or nil if it does not expire.
    var expiresAt: Timestamp?
}

/// The routes of `/v1/apps/secrets`.
enum AppSecretRoutes {
    static let all: [Route] = [
        .post(path, simulates: ["expires_at", "name", "payload", "scope"]) { call in
            let filter = try call.secretScope()
            let expiry = call.moment("expires_at")
            try require(
                expiry.map({ $0 > call.work.now }) ?? true, "`expires_at` must be in the future.",
                parameter: "expires_at")
            let (name, payload) = (try call.required("name"), try call.required("payload"))
            if let old = try call.findSecret(name, filter) { try call.work.wipe(old.id) }
            let secret = AppSecret(
                id: try call.work.newID("appsecret"), created: call.work.now, name: name, payload: payload,
                scope: filter["scope"] ?? "", user: filter["user"], expiresAt: expiry)
            return try call.saved(secret)
        },
        .get(path, simulates: Filters.part.union(["scope"])) { call in
            try call.scanned(AppSecret.self, where: call.secretScope()) { !call.hasExpired($0) }
        },
        .get(path + "/find", simulates: ["name", "scope"]) { call in try call.shown(call.namedSecret()) },
        .post(path + "/delete", simulates: ["name", "scope"]) { call in
            let secret = try call.namedSecret()
            try call.work.wipe(secret.id)
            var shown = try call.work.stripeJSON(secret)
            shown["deleted"] = true
            return shown
        },
    ]

    private static let path = "/v1/apps/secrets"
}

extension Call {
    /// Returns the filter that selects the secrets in the request's `scope`.
    fileprivate func secretScope() throws -> ListFilter {
        let type = try self["scope"].required("type", in: "scope")
        let user = self["scope"]["user"].string
        try require(
            (type == "user") == (user != nil),
            "`scope[user]` is required if and only if `scope[type]` is `user`.", parameter: "scope[user]")
        var filter = ["scope": type]
        filter["user"] = user
        return filter
    }

    fileprivate func findSecret(_ name: String, _ filter: ListFilter) throws -> AppSecret? {
        let named = filter.merging(["name": name]) { $1 }
        return try work.list(AppSecret.self, ListQuery(limit: 1), where: named).data.first
    }

    fileprivate func namedSecret() throws -> AppSecret {
        let name = try required("name")
        guard let secret = try findSecret(name, secretScope()), !hasExpired(secret) else {
            throw ProcessorError(
                .invalidRequest, status: 404, code: "resource_missing", message: "No such secret: '\(name)'",
                parameter: "name")
        }
        return secret
    }

    fileprivate func hasExpired(_ secret: AppSecret) -> Bool {
        secret.expiresAt.map { $0 <= work.now } ?? false
    }
}

extension AppSecret: StripeRepresentable {
    /// Returns the fields without the payload. Stripe includes the payload only if the request expands it.
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var scope: JSONObject = ["type": self.scope]
        scope["user"] = user.map { .string($0) }
        return [
            "created": created, "expires_at": expiresAt, "livemode": false, "name": name,
            "scope": scope.tree,
        ]
    }
}
