import Bookings
import Contracts
import DatabaseKit
import Dependents
package import Documents
import FailureKit
import Giving
import Payees
import PaymentCore
import Plans
import Processor
import TagRegistry
import TagSecurity

/// An error response in Stripe's JSON format. Service failures have the same error codes as on the command
/// line.
package struct APIError: Error {
    /// The type of an error, with Stripe's names.
    package enum Kind: String, CaseIterable {
        /// The request is valid, but the server failed to process it.
        case server = "api_error"
        case card = "card_error"
        case idempotency = "idempotency_error"
        case request = "invalid_request_error"
    }

    /// The HTTP status code, such as 404.
    package let status: Int
    package let kind: Kind
    package let code: String
    /// A human-readable description of the error, its cause and the next step.
    package let message: String
    /// The name of the invalid JSON key or query parameter, or nil.
    var param: String?
    /// The JSON document of the gift that was not paid, or nil.
    var gift: JSONValue?
    /// Additional fields of the error, such as the status of a contract.
    var more: [JSONValue.Member] = []
    /// Additional HTTP headers of the response.
    var headers: [String: String] = [:]

    package init(_ status: Int, _ kind: Kind, _ code: String, _ message: String, param: String? = nil) {
        self.status = status
        self.kind = kind
        self.code = code
        self.message = message
        self.param = param
    }

    /// Returns a copy of this error that names `param` as the invalid key or parameter.
    func about(_ param: String) -> APIError {
        var error = self
        error.param = param
        return error
    }

    /// The error as a JSON document, as described in `docs/api.md`.
    package var document: JSONValue {
        var error: JSONValue = [
            "type": .string(kind.rawValue), "code": .string(code), "message": .string(message),
        ]
        if let param { error = error.adding("param", .string(param)) }
        if let gift { error = error.adding("gift", gift) }
        for member in more { error = error.adding(member.key, member.value) }
        return ["error": error]
    }

    package static let schema = APISchema.named(
        "error",
        [
            .required(
                "error",
                .object([
                    .required("type", .cases(of: Kind.self)),
                    .required(
                        "code", .text(),
                        "the error's code, the same as in the output of `tapctl --json`; for a declined card, the processor's code"
                    ),
                    .required("message", .text(), "a description of the error, its cause and the next step"),
                    .optional("param", .text(), "the name of the invalid field or parameter"),
                    .optional("gift", Gift.schema, "the gift that was not paid"),
                    .optional(
                        "problems", .list(of: ContractError.Problem.apiFields.schema),
                        "for a contract: every missing or invalid field"),
                    .optional(
                        "status", .cases(of: ContractStatus.self),
                        "for a contract: its status, if the status does not allow the action"),
                    .optional(
                        "allowed", .list(of: .text()), "for a contract: the actions that its status allows"),
                    .optional(
                        "onboarding_link", .text(),
                        "the path for a POST request that returns a link for setting up the payee's account"),
                    .optional("title", .text(), "for a locked feature: the heading of the message"),
                ]))
        ])
}

/// Errors that are caused by the HTTP request itself.
extension APIError {
    static func malformedBody(_ reason: String) -> APIError {
        APIError(
            400, .request, "malformedBody",
            "The request body is invalid: \(reason). Send one JSON object.")
    }

    /// The error for a POST or PATCH request with query parameters. POST and PATCH requests must send all
    /// fields in the body.
    static let queryOfChange = APIError(
        400, .request, "malformedQuery",
        "This request cannot have query parameters. Send the fields as JSON in the body.")

    static let malformedQuery = APIError(
        400, .request, "malformedQuery",
        "The query has too many parameters or invalid percent-encoding. Send only the endpoint's parameters, "
            + "and percent-encode each value."
    )

    /// Returns the error for an invalid body field or query parameter.
    package static func field(
        _ code: String, _ name: String, _ flaw: String, remedy: String = "Send a valid value."
    )
        -> APIError
    {
        APIError(400, .request, code, "\"\(name)\" \(flaw). \(remedy)", param: name)
    }

    static let noRoute = APIError(
        404, .request, "noRoute",
        "This endpoint does not exist. GET /api/openapi.json describes all endpoints.")

    static func notAllowed(_ methods: [String]) -> APIError {
        let names = methods.joined(separator: ", ")
        let remedy = methods.count == 1 ? "Use this method." : "Use one of these methods."
        var error = APIError(
            405, .request, "methodNotAllowed", "This endpoint supports only \(names). \(remedy)")
        error.headers["Allow"] = names
        return error
    }

    static let noKey = unauthorized(
        "missingKey", "The request has no API key. Send \"Authorization: Bearer tapk_test_...\".")

    static let unknownKey = unauthorized(
        "invalidKey", "The API key is invalid or has been revoked. Create a key with `tapctl api-key add`.")

    private static func unauthorized(_ code: String, _ message: String) -> APIError {
        var error = APIError(401, .request, code, message)
        error.headers["WWW-Authenticate"] = "Bearer"
        return error
    }

    static func notPermitted(role: String, roles: [String]) -> APIError {
        APIError(
            403, .request, "roleNotPermitted",
            "A key with the role \(role) cannot make this request. "
                + "Use a key with the role \(roles.joined(separator: " or "))."
        )
    }

    static let noIdempotencyKey = APIError(
        400, .request, "missingIdempotencyKey",
        "The Idempotency-Key header is missing, repeated or invalid. Send a key of 1 to 255 printable "
            + "characters with every POST and PATCH. Use a new key for each operation and the same key for a retry."
    )

    static let keyInUse = APIError(
        409, .idempotency, "idempotencyKeyInUse",
        "A request with this Idempotency-Key is still in progress. Try again when it has finished.")

    /// Returns the error for a network address that sends too many requests.
    static func rateLimited(secondsToWait seconds: Int64) -> APIError {
        var error = APIError(
            429, .request, "rateLimited",
            "Your network has sent too many requests. Nothing was done. Try again in \(seconds) "
                + "second\(seconds == 1 ? "" : "s").")
        error.headers["Retry-After"] = String(seconds)
        return error
    }

    static let keyUsed = APIError(
        409, .idempotency, GivingError.Code.idempotencyConflict.rawValue,
        "This Idempotency-Key was already used for another request. Use a new key.")
}

/// Conversions of the services' errors to API errors, which contain a next step for API clients.
extension APIError {
    package init(_ error: any Error) {
        switch error {
        case let error as APIError: self = error
        case let error as GivingError where error.code == .idempotencyConflict: self = .keyUsed
        case let error as ContractError where error.code == .idempotencyConflict: self = .keyUsed
        case let error as BookingError where error.code == .idempotencyConflict: self = .keyUsed
        case let error as PlanError where error.code == .idempotencyConflict: self = .keyUsed
        case let error as UnfinishedGift: self = .unfinished(error)
        case let error as ContractError: self.init(error)
        case let error as PayeeError: self.init(error)
        case let error as UpgradeRequired: self.init(error)
        case let error as BatchRefusal: self.init(error)
        case let error as DirectoryError where error.problems.count > 1:
            self.init(
                several: error, error.problems.map { ($0.field.param, $0.summary, $0.remedy) })
        case let error as DatabaseFileError:
            self = error.category == .tryAgain ? .busy : .bug(error.failureCode)
        case let error as any Failure: self.init(of: error)
        case is CancellationError: self.init(503, .server, "cancelled", "Interrupted.")
        default: self = .bug("internal")
        }
    }

    /// Returns the error for a gift whose processing was interrupted. The gift is stored, and repeating the
    /// request completes it.
    private static func unfinished(_ error: UnfinishedGift) -> APIError {
        APIError(
            503, .server, error.failureCode,
            "Processing of \(error.gift) was interrupted, and the gift may have been charged. Retry with the same "
                + "Idempotency-Key. Nothing is charged twice.")
    }

    /// The error for a database that another program has locked for too long, or for a database server that
    /// cannot be reached.
    private static let busy = APIError(
        503, .server, DatabaseFileError.Code.busy.rawValue,
        "The server is busy. Try again, with the same Idempotency-Key if the request had one. Nothing is done twice."
    )

    private static func bug(_ code: String) -> APIError {
        APIError(
            500, .server, code,
            "Something went wrong on our side. Try again, with the same Idempotency-Key if the request had one. "
                + "Nothing is done twice. If it fails again, report the X-Request-Id of this response to the operator of this server."
        )
    }

    private init(of failure: any Failure) {
        let status = Self.status(of: failure)
        // The client cannot resolve these errors. Their texts can name files and paths, and are only for the log.
        guard status != 500 else {
            self = .bug(failure.failureCode)
            return
        }
        self.init(refused: failure, status >= 500 ? .server : status == 402 ? .card : .request)
    }

    /// Creates an error with the failure's summary, its reason and the next step.
    init(refused failure: any Failure, _ kind: Kind = .request) {
        let sentences = [Self.sentence(of: failure), Self.remedy(of: failure)].filter { !$0.isEmpty }
        self.init(
            Self.status(of: failure), kind, failure.failureCode,
            sentences.map(Self.whole).joined(separator: " "),
            param: (failure as? any APIFailure)?.apiParam)
    }

    /// Creates an error that lists all problems, each preceded by the JSON key of the invalid field.
    init(several failure: any Failure, _ problems: [(param: String, summary: String, remedy: String)]) {
        let sentences = problems.map { "\($0.param): \(Self.whole($0.summary)) \(Self.whole($0.remedy))" }
        self.init(
            Self.status(of: failure), .request, failure.failureCode,
            ([Self.whole(failure.summary)] + sentences).joined(separator: " "), param: problems.first?.param)
    }

    /// Returns the summary and the reason on one line.
    static func sentence(of failure: any Failure) -> String {
        let reason =
            switch failure {
            // The reason contains a path or the processor's own message.
            case is SecurityError, is PaymentError, is ProcessorError: printable(failure.reason)
            default: failure.reason
            }
        guard !reason.isEmpty else { return failure.summary }
        return "\(failure.summary): \(reason.split(separator: "\n").joined(separator: "; "))"
    }

    /// Returns the text as a sentence that starts with a capital letter and ends with a period or a question
    /// mark. Line breaks are replaced with semicolons.
    package static func whole(_ text: String) -> String {
        let text = text.prefix(1).uppercased() + text.dropFirst().replacing("\n", with: "; ")
        return text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
    }
}

extension GivingError {
    package var apiParam: String? {
        switch code {
        case .unknownOrganization, .organizationInactive, .organizationNotPayable: "org"
        case .unknownFund, .fundClosed, .fundUnclear, .recurringNotOffered, .oneTimeNotOffered: "fund"
        case .malformedAmount, .ambiguousAmount, .amountTooSmall, .amountTooLarge: "amount_minor"
        case .wrongCurrency: "currency"
        case .invalidName: "name"
        case .invalidEmail: "email"
        case .invalidPhone: "phone"
        case .invalidMethod: "method"
        case .cardNumber, .idempotencyConflict, .invalidKey, .notFound, .wrongState: nil
        }
    }
}

extension DirectoryError.Field {
    /// The JSON key of this field in the API. Keys for amounts end in `_minor`.
    var param: String {
        switch self {
        case .organization: "org"
        case .defaultAmount: "default_minor"
        case .leastAmount: "least_minor"
        case .mostAmount: "most_minor"
        case .presets: "presets_minor"
        case .platformFee: "platform_fee_basis_points"
        case .id, .name, .alias, .logo, .color, .currency, .country, .fund, .donor, .email, .phone, .timeZone,
            .taxID, .statementDescriptor, .defaultFund:
            rawValue
        }
    }
}
