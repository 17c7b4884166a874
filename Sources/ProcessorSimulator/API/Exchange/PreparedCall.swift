import Foundation
import Processor
import TextKit

/// A request that has been parsed and checked against Stripe's specification, and is ready to be executed in
/// a transaction.
struct PreparedCall: Sendable {
    let route: Route
    let names: [String: String]
    let parameters: JSONObject
    let account: String?
    private let wantsEventsOfAccounts: Bool
    /// The method and path. They must be the same in all requests with the same idempotency key.
    let operation: String
    /// The parameters in their canonical form. They must be the same in all requests with the same
    /// idempotency key. Empty if the request has no idempotency key.
    let bytes: Data
    /// The name under which the response is stored: the connected account's id and the idempotency key. Nil
    /// if the request has no idempotency key.
    let key: String?
    /// The idempotency key exactly as the client sent it.
    let givenKey: String?
    private let access: Keyring.Access
    /// The secret of the ephemeral key that authenticates the request, or nil if the request has a different
    /// type of key.
    private let ephemeralKey: String?
    private let expanded: [String]

    /// Parses and checks a request.
    ///
    /// - Parameter platform: The id of the platform's own account.
    /// - Throws: ``ProcessorError`` with status 401 if the API key is invalid or does not permit the
    ///   operation; 403 if the account id in the `Stripe-Account` header is malformed; 404 if the path is
    ///   unknown. The status is 400 for any other invalid request, and for operations that are not simulated.
    init(_ request: APIRequest, platform: String) throws {
        let apiKey = try request.apiKey ?? request.keyInForm()
        access = try Keyring.access(apiKey)
        ephemeralKey = access == .customer ? apiKey : nil
        guard let method = Route.Method(rawValue: request.method), request.path.utf8.count <= 1_000 else {
            throw Self.unrecognized(request)
        }
        guard let match = RouteTable.match(method, request.path) else {
            throw OtherFamilies.stripeHas(method, request.path)
                ? ProcessorError.invalid(
                    "operation_not_simulated",
                    "Stripe supports \(request.method) \(request.path), but this simulated processor does not support it yet."
                ) : Self.unrecognized(request)
        }
        route = match.route
        names = match.names
        account = request.account == platform ? nil : request.account
        // The account is part of the name under which the response is stored.
        if let account, account.isEmpty || account.contains(":") { throw Self.noAccess(to: account) }
        wantsEventsOfAccounts = request.wantsEventsOfAccounts
        givenKey = request.idempotencyKey
        if !route.isOfOtherFamily { try route.check(account: account) }
        if access == .pages, !route.isPublic {
            throw ProcessorError(
                .invalidRequest, status: 401, code: "secret_key_required",
                message:
                    "This API call cannot be made with a publishable API key. Please use a secret API key.")
        }
        if let key = request.idempotencyKey {
            try KeyRules.check(IdempotencyKey(key))
            self.key = KeyRules.name(key, of: account)
        } else {
            key = nil
        }
        operation = "\(request.method) \(request.path)"
        var form: FormNode
        var upload: MultipartForm.Upload?
        if route.operation == "POST /v1/files", MultipartForm.matches(request.body) {
            let multipart = try MultipartForm(request.body)
            (form, upload) = (multipart.fields, multipart.file)
        } else {
            form = try request.form()
        }
        form.takePublishableKey()
        if route.isOfOtherFamily {
            form = form.parts.reduce(into: FormNode()) { checked, part in
                if OtherFamilies.parameters.contains(where: { $0.name == part.name }) { checked.add(part) }
            }
            parameters = try ParameterCheck.values(of: form, OtherFamilies.parameters)
        } else {
            var values = try Self.parameters(of: form, route)
            if let upload {
                values["file"] = ["name": .string(upload.name), "size": .integer(Int64(upload.size))]
            }
            parameters = values
        }
        bytes = key == nil ? Data() : Data(parameters.tree.sorted.bytes)
        let paths = parameters["expand"]?.elements.compactMap(\.string) ?? []
        let isSearch = match.route.pattern.hasSuffix("/search")
        expanded = isSearch ? paths.filter { $0 != SearchQuery.totalCount } : paths
        if !expanded.isEmpty, let schemas = StripeSpec.results(of: route.operation) {
            try Expansion.check(expanded, schemas)
        }
        try route.checkSimulated(parameters)
        if access == .pages, parameters["client_secret"] == nil,
            route.method != .post || route.pattern.contains("{")
        {
            throw ProcessorError.missing("client_secret")
        }
    }

    /// Checks the parameters of a form against Stripe's specification, and returns their values.
    private static func parameters(of form: FormNode, _ route: Route) throws -> JSONObject {
        var form = form
        try CardNumbers.refuse(in: form)
        let bank = route.pattern.hasPrefix("/v1/accounts") ? form.takeParts(of: "external_account") : nil
        let shapes = StripeSpec.parameters(of: route.operation)
        try APIVersions.checkNewer(form, shapes, route.operation)
        var values = try ParameterCheck.values(of: form, shapes)
        values["external_account"] = try bank.map(bankAccount) ?? values["external_account"]
        return values
    }

    /// Parses the fields of a bank account in `external_account`. Stripe accepts these fields, although its
    /// specification describes only a token.
    private static func bankAccount(_ node: FormNode) throws -> JSONTree {
        let shape = StripeSpec.parameters(of: "POST /v1/accounts").first { $0.name == "bank_account" }
        return try ParameterCheck.values(of: node, shape?.parts ?? [], in: "external_account").tree
    }

    /// Switches a transaction to the connected account in the request's `Stripe-Account` header. Does nothing
    /// if the request has no such header.
    ///
    /// A request for the account's details does not switch the transaction, because these details belong to
    /// the platform. The request can access only the details of the account in the header.
    ///
    /// - Throws: ``ProcessorError`` with status 403 if the account does not exist, or if the path contains a
    ///   different account.
    func enter(_ work: EngineTransaction) throws {
        guard let account else { return }
        guard try work.find(Account.self, account) != nil else { throw Self.noAccess(to: account) }
        if route.namesAccount {
            guard let named = names["account"], named == account else {
                throw Self.noAccess(to: names["account"] ?? "")
            }
        } else if route.pattern != "/v1/account" {
            work.account = account
        }
    }

    private static func noAccess(to account: String) -> ProcessorError {
        ProcessorError(
            .invalidRequest, status: 403, code: "account_invalid",
            message:
                "The provided key does not have access to account '\(account)' (or that account does not exist). Application access may have been revoked."
        )
    }

    /// Executes the operation, and returns its result in Stripe's JSON format.
    func answer(_ work: EngineTransaction) throws -> JSONTree {
        if let ephemeralKey { try EphemeralKeyAccess.check(ephemeralKey, self, work) }
        var call = Call(
            work: work, route: route, names: names, parameters: parameters, account: account)
        call.wantsEventsOfAccounts = wantsEventsOfAccounts
        let shown = try work.atTime(ofThose: call.timed, isChange: route.method != .get) {
            try route.answer(call)
        }
        guard !expanded.isEmpty else { return shown.tree }
        let schemas = StripeSpec.results(of: route.operation) ?? Expansion.schemas(of: shown)
        return try Expansion(work).expand(shown.tree, expanded, schemas)
    }

    /// A response to a request, and whether it is stored under the request's idempotency key.
    struct Done {
        var sent: APIResponse
        var isKept: Bool
    }

    /// Executes a request that changes data.
    ///
    /// - Throws: An error if the request was not executed. The caller then rolls back the transaction, and
    ///   the idempotency key remains unused.
    func execute(_ work: EngineTransaction) throws -> Done {
        try enter(work)
        let id = try work.newID("req")
        work.cause = EventCause(request: id, idempotencyKey: givenKey)
        do {
            let shown = try work.undoingRefusal { try answer(work) }
            return Done(sent: APIResponse(status: 200, body: shown.bytes, requestID: id), isKept: true)
        } catch let executed as Executed {
            let error = executed.error
            return Done(
                sent: APIResponse(
                    status: error.status, body: ErrorShape.body(error, in: work), requestID: id),
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

/// The API keys that the simulator accepts, and their access rights.
///
/// Source: Stripe documentation, "API keys".
enum Keyring {
    /// The operations that a key permits.
    enum Access {
        /// Full access, for a secret key or a restricted key. The restrictions of a key are not simulated.
        case everything
        /// The access of a publishable key: only the operations that are open to web pages.
        case pages
        /// The access of an ephemeral key: only the data of one customer.
        case customer
    }

    /// Returns the access rights of an API key.
    ///
    /// - Throws: ``ProcessorError`` with status 401 if the key is missing or malformed, or is a live key.
    static func access(_ key: String?) throws -> Access {
        guard let key, !key.isEmpty else {
            throw refused(
                "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer sk_test_…')."
            )
        }
        if ["sk_live_", "rk_live_", "pk_live_"].contains(where: key.hasPrefix) {
            throw refused(
                "A live key was sent to a simulated processor. Use a test key, which begins with sk_test_."
            )
        }
        if ["sk_test_", "rk_test_"].contains(where: { key.hasPrefix($0) && key.count > $0.count }) {
            return .everything
        }
        if key.hasPrefix("pk_test_"), key.count > 8 { return .pages }
        if key.hasPrefix(EphemeralKey.secretPrefix) { return .customer }
        throw refused("Invalid API Key provided: \(masked(key))")
    }

    /// Returns an API key for use in an error message, with only the first four and last four characters
    /// visible. A key of fewer than 12 characters is hidden completely.
    static func masked(_ key: String) -> String {
        key.count < 12 ? "***" : "\(key.prefix(4))\(String(repeating: "*", count: 8))\(key.suffix(4))"
    }

    private static func refused(_ message: String) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 401, message: message)
    }
}
