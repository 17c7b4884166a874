public import FailureKit

/// Why something cannot be done with a contract.
///
/// `code` and the fields of problems are what programs compare; the sentences are for people. No name, address or token
/// stands in them.
public struct ContractError: Failure, Hashable, Sendable {
    /// What happened.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// Fields are missing or wrong: ``ContractError/problems`` has all of them.
        case invalid
        /// No such contract.
        case notFound = "not_found"
        /// The contract is in a state in which this cannot be done.
        case wrongState = "wrong_state"
        /// Somebody else does this.
        case notYours = "not_yours"
        /// No reason was given for what needs one.
        case missingReason = "missing_reason"
        /// The link is revoked, too old, or never was.
        case invalidToken = "invalid_token"
        /// The payee's account takes no charges.
        case notPayable = "not_payable"
        /// The key was used for something else.
        case idempotencyConflict = "idempotency_conflict"
    }

    /// One field that is missing or wrong.
    public struct Problem: Hashable, Sendable {
        /// What was entered, or not.
        public let field: Field
        /// It was not entered at all.
        public let isMissing: Bool
        /// What is wrong.
        public let summary: String
        /// The step to take next.
        public let remedy: String
    }

    /// What happened.
    public let code: Code
    /// The values that prove it; may be empty.
    public let reason: String
    /// For `invalid`: all that is wrong.
    public private(set) var problems: [Problem] = []
    /// For `wrongState`: where the contract stands.
    public private(set) var status: ContractStatus?
    /// For `wrongState`: what can be done with it.
    public private(set) var allowed: [ContractCommand.Kind] = []

    /// An error without problems and without a state.
    ///
    /// - Parameter reason: The values that prove it: no name, address or token.
    public init(_ code: Code, _ reason: String = "") {
        self.code = code
        self.reason = reason
    }

    init(_ problems: [Problem]) {
        self.init(
            .invalid, problems.map { "\($0.field.rawValue): \($0.summary)" }.joined(separator: "\n"))
        self.problems = problems
    }

    /// The contract's state forbids it.
    init(_ reason: String, of contract: Contract) {
        self.init(.wrongState, reason)
        status = contract.status
        allowed = contract.allowed
    }

    /// A clause that says what happened.
    public var summary: String {
        switch code {
        case .invalid: problems.count == 1 ? "a field is invalid" : "\(problems.count) fields are invalid"
        case .notFound: "contract not found"
        case .wrongState: "this is not possible in the contract's current state"
        case .notYours: "only another party to the contract can do this"
        case .missingReason: "a reason is missing"
        case .invalidToken: "this payment link is no longer valid"
        case .notPayable: "the payee cannot be paid yet"
        case .idempotencyConflict: "the idempotency key was used for a different request"
        }
    }

    /// The step to take next.
    public var remedy: String {
        switch code {
        case .invalid: problems.map { "\($0.field.rawValue): \($0.remedy)" }.joined(separator: "\n")
        case .notFound: "list the contracts to find its id"
        case .wrongState:
            allowed.isEmpty
                ? "no further action is possible on this contract"
                : "possible actions: \(allowed.map(\.rawValue).joined(separator: ", "))"
        case .notYours: "ask the other party"
        case .missingReason: "enter a reason"
        case .invalidToken: "request a new link"
        case .notPayable: "complete the onboarding of the payee's account"
        case .idempotencyConflict: "use a new key"
        }
    }
}

extension ContractError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .invalid: .malformed
        case .notFound, .invalidToken: .notFound
        case .wrongState, .notYours, .notPayable, .idempotencyConflict: .refused
        case .missingReason: .usage
        }
    }
}
