import Bookings
import Contracts
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

/// The reason that a request failed, in Stripe's JSON format. Its codes are those of `--json` errors.
package struct APIError: Error {
    /// Stripe's error type.
    package enum Kind: String, CaseIterable {
        /// The server failed. The request itself is valid.
        case server = "api_error"
        case card = "card_error"
        case idempotency = "idempotency_error"
        case request = "invalid_request_error"
    }

    /// The HTTP status.
    package let status: Int
    package let kind: Kind
    package let code: String
    /// The human-readable description: what happened, why, and what to do next.
    package let message: String
    /// The name of the invalid key or parameter.
    var param: String?
    /// The document of the unpaid gift.
    package var gift: JSONValue?
    /// Further members of the error, such as the status of a contract.
    package var more: [JSONValue.Member] = []
    /// The HTTP headers of the response.
    package var headers: [String: String] = [:]

    package init(_ status: Int, _ kind: Kind, _ code: String, _ message: String, param: String? = nil) {
        self.status = status
        self.kind = kind
        self.code = code
        self.message = message
        self.param = param
    }

    /// Returns this error with another key or parameter.
    package func about(_ param: String) -> APIError {
        var error = self
        error.param = param
        return error
    }

    /// The document that `docs/api.md` describes.
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
                    .required("code", .text(), "the code of `--json` errors, or the processor's for a card"),
                    .required("message", .text(), "what happened, why, and what to do next"),
                    .optional("param", .text(), "the invalid field or parameter"),
                    .optional("gift", Gift.fields.schema, "the unpaid gift"),
                    .optional(
                        "problems", .list(of: ContractError.Problem.apiFields.schema),
                        "for a contract: every missing or invalid field"),
                    .optional(
                        "status", .cases(of: ContractStatus.self),
                        "for a contract: its status, if that rules out the action"),
                    .optional(
                        "allowed", .list(of: .text()), "for a contract: the actions that its status allows"),
                    .optional(
                        "onboarding_link", .text(),
                        "send a POST request here to get the link for setting up the payee's account"),
                    .optional("title", .text(), "for a locked feature: the heading of the message"),
                ]))
        ])
}

/// Errors of the HTTP request itself.
extension APIError {
    static func malformedBody(_ reason: String) -> APIError {
        APIError(
            400, .request, "malformedBody",
            "The request body is invalid: \(reason). Send one JSON object.")
    }

    /// The error of a change with query parameters: a change takes its parameters in the body.
    static let queryOfChange = APIError(
        400, .request, "malformedQuery",
        "This request takes no query parameters. Send the fields in the body, as JSON.")

    static let malformedQuery = APIError(
        400, .request, "malformedQuery",
        "The query cannot be parsed: it is too long or has invalid percent-encoding. Encode each value.")

    /// Returns the error of a field in a body, or of a parameter in a query.
    package static func field(_ code: String, _ name: String, _ flaw: String, remedy: String = "Correct it.")
        -> APIError
    {
        APIError(400, .request, code, "\"\(name)\" \(flaw). \(remedy)", param: name)
    }

    package static let noRoute = APIError(
        404, .request, "noRoute",
        "This endpoint does not exist. GET /api/openapi.json describes all endpoints.")

    static func notAllowed(_ methods: [String]) -> APIError {
        let names = methods.joined(separator: ", ")
        let remedy = methods.count == 1 ? "Use that." : "Use one of them."
        var error = APIError(
            405, .request, "methodNotAllowed", "This endpoint supports only \(names). \(remedy)")
        error.headers["Allow"] = names
        return error
    }

    package static let noKey = unauthorized(
        "missingKey", "The request has no API key. Send \"Authorization: Bearer tapk_test_...\".")

    static let unknownKey = unauthorized(
        "invalidKey", "The API key is invalid or has been revoked. `tapctl api-key add` creates one.")

    private static func unauthorized(_ code: String, _ message: String) -> APIError {
        var error = APIError(401, .request, code, message)
        error.headers["WWW-Authenticate"] = "Bearer"
        return error
    }

    static func notPermitted(role: String, roles: [String]) -> APIError {
        APIError(
            403, .request, "roleNotPermitted",
            "A key with the role \(role) cannot do this. Use a key with the role \(roles.joined(separator: " or "))."
        )
    }

    static let noIdempotencyKey = APIError(
        400, .request, "missingIdempotencyKey",
        "The Idempotency-Key header is missing, repeated or invalid. Send a key of 1 to 255 printable "
            + "characters with every POST and PATCH: a new one for each operation, the same one when you retry."
    )

    static let keyInUse = APIError(
        409, .idempotency, "idempotencyKeyInUse",
        "A request with this Idempotency-Key is still in progress. Try again when it has finished.")

    /// Returns the error of a network address that sends too many requests.
    static func rateLimited(secondsToWait seconds: Int64) -> APIError {
        var error = APIError(
            429, .request, "rateLimited",
            "Your network has sent too many requests. Nothing was done; try again in \(seconds) "
                + "second\(seconds == 1 ? "" : "s").")
        error.headers["Retry-After"] = String(seconds)
        return error
    }

    static let keyUsed = APIError(
        409, .idempotency, GivingError.Code.idempotencyConflict.rawValue,
        "This Idempotency-Key was used for another request within the last 24 hours. Use a new one.")
}

/// Errors of the services, with the next step for a program.
extension APIError {
    package init(_ error: any Error) {
        switch error {
        case let error as APIError: self = error
        case let error as GivingError where error.code == .idempotencyConflict: self = .keyUsed
        case let error as UnfinishedGift: self = .unfinished(error)
        case let error as ContractError: self.init(error)
        case let error as BookingError: self.init(error)
        case let error as PayeeError: self.init(error)
        case let error as PlanError: self.init(error)
        case let error as UpgradeRequired: self.init(error)
        case let error as BatchRefusal: self.init(error)
        case let error as DirectoryError where error.problems.count > 1: self.init(several: error)
        case let error as any Failure: self.init(of: error)
        case is CancellationError: self.init(503, .server, "cancelled", "Interrupted.")
        default: self = .bug("internal")
        }
    }

    /// Returns the error of an interrupted gift. The gift is stored, and repeating the request completes it.
    private static func unfinished(_ error: UnfinishedGift) -> APIError {
        APIError(
            503, .server, error.failureCode,
            "Processing of \(error.gift) was interrupted, and it may have been charged. Retry with the same "
                + "Idempotency-Key: nothing is charged twice.")
    }

    private static func bug(_ code: String) -> APIError {
        APIError(
            500, .server, code,
            "Something went wrong on our side. Retry with the same Idempotency-Key: nothing is done twice.")
    }

    private init(of failure: any Failure) {
        guard failure.category != .ourBug else {
            self = .bug(failure.failureCode)
            return
        }
        let status = Self.status(of: failure)
        let sentences = [Self.sentence(of: failure), Self.remedy(of: failure)].filter { !$0.isEmpty }
        self.init(
            status, status >= 500 ? .server : status == 402 ? .card : .request, failure.failureCode,
            sentences.map(Self.whole).joined(separator: " "), param: Self.param(of: failure))
    }

    /// Creates an error with all problems, each under the name of its key.
    private init(several error: DirectoryError) {
        let problems = error.problems.map {
            "\($0.field.param): \(Self.whole($0.summary)) \(Self.whole($0.remedy))"
        }
        self.init(
            Self.status(of: error), .request, error.failureCode,
            ([Self.whole(error.summary)] + problems).joined(separator: " "), param: error.field.param)
    }

    /// Returns the summary and the reason in one line.
    static func sentence(of failure: any Failure) -> String {
        let reason =
            switch failure {
            case let error as ContractError: error.apiReason
            // The reason contains a path or the processor's own message.
            case is SecurityError, is PaymentError, is ProcessorError: printable(failure.reason)
            default: failure.reason
            }
        guard !reason.isEmpty else { return failure.summary }
        return "\(failure.summary): \(reason.split(separator: "\n").joined(separator: "; "))"
    }

    /// Returns the text as a sentence, with a capital letter and a full stop.
    package static func whole(_ text: String) -> String {
        let text = text.prefix(1).uppercased() + text.dropFirst().replacing("\n", with: "; ")
        return text.hasSuffix(".") || text.hasSuffix("?") ? text : text + "."
    }

    private static func param(of error: any Error) -> String? {
        switch error {
        case let error as DirectoryError: error.field.param
        case let error as GivingError: param(of: error.code)
        case let error as PaymentError where error.code == .unknownMethod: "method"
        default: nil
        }
    }

    private static func param(of code: GivingError.Code) -> String? {
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
    /// The API's key for this field. Amounts are whole numbers there.
    fileprivate var param: String {
        switch self {
        case .organization: "org"
        case .defaultAmount: "default_minor"
        case .leastAmount: "least_minor"
        case .mostAmount: "most_minor"
        case .presets: "presets_minor"
        case .platformFee: "platform_fee_basis_points"
        case .id, .name, .alias, .logo, .currency, .country, .fund, .donor, .email, .phone, .timeZone, .taxID,
            .statementDescriptor, .defaultFund:
            rawValue
        }
    }
}
