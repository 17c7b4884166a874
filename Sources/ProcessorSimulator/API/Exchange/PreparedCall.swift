import Foundation
import Processor
import TextKit

/// A request that was read and held against Stripe's description, before any transaction.
struct PreparedCall: Sendable {
    let route: Route
    let names: [String: String]
    let parameters: JSONObject
    let account: String?
    /// What its key is remembered for.
    let operation: String
    /// What has to be the same when the key comes again.
    let bytes: Data
    /// The key as it is kept: each account has keys of its own.
    let key: String?
    /// The key as it was given.
    let givenKey: String?
    private let access: Keyring.Access

    /// - Throws: 401 for a key, 404 for a path, 400 for a parameter.
    init(_ request: APIRequest) throws {
        access = try Keyring.access(request.apiKey)
        guard let method = Route.Method(rawValue: request.method), request.path.utf8.count <= 1_000 else {
            throw Self.unrecognized(request)
        }
        guard let match = RouteTable.match(method, request.path) else {
            throw RouteTable.stripeHas(method, request.path)
                ? ProcessorError(
                    .invalidRequest, status: 404, code: "operation_not_simulated",
                    message:
                        "Stripe has \(request.method) \(request.path); this simulated processor does not simulate it yet."
                ) : Self.unrecognized(request)
        }
        route = match.route
        names = match.names
        account = request.account
        givenKey = request.idempotencyKey
        try route.check(account: account)
        if access == .pages, !route.isPublic {
            throw ProcessorError(
                .invalidRequest, status: 401, code: "secret_key_required",
                message:
                    "This API call cannot be made with a publishable API key. Please use a secret API key.")
        }
        if let key = request.idempotencyKey {
            try KeyRules.check(IdempotencyKey(key))
            self.key = KeyRules.name(key, of: request.account)
        } else {
            key = nil
        }
        operation = "\(request.method) \(request.path)"
        bytes = Data(request.query + [UInt8(ascii: "\n")] + request.body)
        var form = try FormNode(form: request.query)
        if !request.body.isEmpty {
            form =
                request.query.isEmpty
                ? try FormNode(form: request.body)
                : try FormNode(form: request.query + [UInt8(ascii: "&")] + request.body)
        }
        try CardNumbers.refuse(in: form)
        let bank = route.pattern.hasPrefix("/v1/accounts") ? form.takeParts(of: "external_account") : nil
        var values = try ParameterCheck.values(of: form, StripeSpec.parameters(of: route.operation))
        values["external_account"] = try bank.map(Self.bankAccount) ?? values["external_account"]
        parameters = values
        try route.checkSimulated(parameters)
        if access == .pages, parameters["client_secret"] == nil,
            route.method != .post || route.pattern.contains("{")
        {
            throw ProcessorError.missing("client_secret")
        }
    }

    /// The dictionary that Stripe takes where its description knows a token alone.
    private static func bankAccount(_ node: FormNode) throws -> JSONTree {
        let shape = StripeSpec.parameters(of: "POST /v1/accounts").first { $0.name == "bank_account" }
        return try ParameterCheck.values(of: node, shape?.parts ?? [], in: "external_account").tree
    }

    /// The account that the request is made for has to be there.
    func check(_ work: EngineTransaction) throws {
        guard let account, try work.find(Account.self, account) == nil else { return }
        throw ProcessorError(
            .invalidRequest, status: 403, code: "account_invalid",
            message:
                "The provided key does not have access to account '\(account)' (or that account does not exist). Application access may have been revoked."
        )
    }

    /// Does what is asked for and shows it.
    func answer(_ work: EngineTransaction) throws -> JSONTree {
        let call = Call(
            work: work, route: route, names: names, parameters: parameters, account: account)
        let shown = try work.atTime(ofThose: call.timed, isChange: route.method != .get) {
            try route.answer(call)
        }
        return try Expansion(work).expand(shown, parameters["expand"]?.elements.compactMap(\.string) ?? [])
    }

    /// What was done, and whether its key remembers it.
    struct Done {
        var sent: APIResponse
        var isKept: Bool
    }

    /// Carries out a request that changes something.
    ///
    /// - Throws: What was not carried out at all: all is rolled back, and the key is free.
    func execute(_ work: EngineTransaction) throws -> Done {
        try check(work)
        let id = try work.newID("req")
        work.cause = EventCause(request: id, idempotencyKey: givenKey)
        do {
            return Done(
                sent: APIResponse(status: 200, body: try answer(work).bytes, requestID: id), isKept: true)
        } catch let executed as Executed {
            let error = executed.error
            return Done(
                sent: APIResponse(
                    status: error.status, body: ErrorShape.body(error, in: work).bytes, requestID: id),
                isKept: true)
        }
    }

    private static func unrecognized(_ request: APIRequest) -> ProcessorError {
        ProcessorError(
            .invalidRequest, status: 404,
            message:
                "Unrecognized request URL (\(request.method): \(request.path.prefix(200))). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code."
        )
    }
}

/// The access rights of API keys.
///
/// Source: Stripe documentation, "API keys".
enum Keyring {
    /// The access rights of a key.
    enum Access {
        /// A secret key: everything.
        case everything
        /// A publishable key: allows the calls that a page with a client secret makes.
        case pages
    }

    /// Returns the access rights of a key.
    ///
    /// - Throws: 401 without a key, for a live key, and for a malformed one.
    static func access(_ key: String?) throws -> Access {
        guard let key, !key.isEmpty else {
            throw refused(
                "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer sk_test_…')."
            )
        }
        if ["sk_live_", "rk_live_", "pk_live_"].contains(where: key.hasPrefix) {
            throw refused("A live key was sent to a simulated processor. No money moves here: use sk_test_…")
        }
        if ["sk_test_", "rk_test_"].contains(where: { key.hasPrefix($0) && key.count > $0.count }) {
            return .everything
        }
        if key.hasPrefix("pk_test_"), key.count > 8 { return .pages }
        throw refused("Invalid API Key provided: \(masked(key))")
    }

    /// A key as an error may show it: its ends alone.
    static func masked(_ key: String) -> String {
        key.count < 12 ? "***" : "\(key.prefix(4))\(String(repeating: "*", count: 8))\(key.suffix(4))"
    }

    private static func refused(_ message: String) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 401, message: message)
    }
}
