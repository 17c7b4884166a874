public import FailureKit
import TextKit

/// An error of the contract service.
///
/// Programs compare `code` and the fields of the problems. The messages are for people, and never contain a
/// name, an address or a token.
public struct ContractError: Failure, Hashable, Sendable {
    /// The kinds of errors.
    public enum Code: String, Sendable, CaseIterable {
        /// Fields are missing or invalid, or an amount cannot be calculated. ``ContractError/problems`` lists
        /// the fields.
        case invalid
        /// The contract does not exist.
        case notFound = "not_found"
        /// The contract's status does not allow the command.
        case wrongState = "wrong_state"
        /// The command is reserved for another party to the contract.
        case notYours = "not_yours"
        /// The command requires a reason, but none was given.
        case missingReason = "missing_reason"
        /// The link was revoked, has expired or is unknown.
        case invalidToken = "invalid_token"
        /// The payee's account cannot receive charges.
        case notPayable = "not_payable"
        /// The idempotency key was used for a different request.
        case idempotencyConflict = "idempotency_conflict"
    }

    /// A field that is missing or invalid.
    public struct Problem: Hashable, Sendable {
        /// The field that is missing or invalid.
        public let field: Field
        /// Whether the field is missing rather than invalid.
        public let isMissing: Bool
        /// A clause that describes what is wrong with the field.
        public let summary: String
        /// A clause that describes the next step for the caller.
        public let remedy: String
    }

    /// The code that identifies the kind of error.
    public let code: Code
    /// Details about the error, such as the invalid fields or the contract's status. Can be empty.
    public let reason: String
    /// The missing and invalid fields. Empty if the error is not about fields.
    public private(set) var problems: [Problem] = []
    /// The contract's status if the code is `wrongState`; otherwise nil.
    public private(set) var status: ContractStatus?
    /// The commands that are currently allowed if the code is `wrongState`; otherwise empty.
    public private(set) var allowed: [ContractCommand.Kind] = []
    /// Whether the code is `wrongState` because the shares of a resolution are invalid.
    public private(set) var hasWrongShares = false

    /// Creates an error without a list of problems or a status.
    ///
    /// - Parameter reason: Details about the error, without names, addresses or tokens.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    init(_ problems: [Problem]) {
        self.init(
            .invalid, problems.map { "\($0.field.rawValue): \($0.summary)" }.joined(separator: "\n"))
        self.problems = problems
    }

    /// Creates a `wrongState` error for a contract. The contract's status is added to the reason.
    init(_ reason: String? = nil, of contract: Contract) {
        let clause = "the contract's status is \(contract.status.word)"
        self.init(.wrongState, reason.map { "\($0)\n\(clause)" } ?? clause)
        status = contract.status
        allowed = contract.allowed
    }

    /// Creates a `wrongState` error for a resolution with invalid shares.
    static func wrongShares(_ reason: String, of contract: Contract) -> ContractError {
        var error = ContractError(.wrongState, reason)
        error.hasWrongShares = true
        error.status = contract.status
        error.allowed = contract.allowed
        return error
    }

    /// A clause that describes what happened, without a period.
    public var summary: String {
        switch code {
        case .invalid where problems.isEmpty: "the contract's amounts cannot be calculated"
        case .invalid: problems.count == 1 ? "a field is invalid" : "\(problems.count) fields are invalid"
        case .notFound: "the contract was not found"
        case .wrongState where hasWrongShares: "the dispute cannot be resolved with these shares"
        case .wrongState: "this action is not possible in the contract's current status"
        case .notYours: "your role in this contract does not allow this action"
        case .missingReason: "a reason is required"
        case .invalidToken: "this payment link is not valid"
        case .notPayable: "the payee cannot be paid yet"
        case .idempotencyConflict: "the idempotency key was used for a different request"
        }
    }

    /// A clause that describes the next step for the caller. For `invalid`, the text has one line for each
    /// problem.
    public var remedy: String {
        switch code {
        case .invalid where problems.isEmpty: "check the total and the shares"
        case .invalid: problems.map { "\($0.field.rawValue): \($0.remedy)" }.joined(separator: "\n")
        case .notFound: "check the contract's id"
        case .wrongState where hasWrongShares: "choose two shares that add up to 100%"
        case .wrongState:
            allowed.isEmpty
                ? "create another contract: no further action is possible on this one"
                : "choose one of the possible actions: \(allowed.map(\.rawValue).joined(separator: ", "))"
        case .notYours: "ask the party that is allowed to do this: the payer, the payee or the platform"
        case .missingReason: "enter a reason"
        case .invalidToken: "request a new link"
        case .notPayable: "complete the payee's onboarding"
        case .idempotencyConflict: "use a new key"
        }
    }
}

extension ContractError {
    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .invalid: .malformed
        case .notFound, .invalidToken: .notFound
        case .wrongState, .notYours, .notPayable, .idempotencyConflict: .refused
        case .missingReason: .usage
        }
    }
}
