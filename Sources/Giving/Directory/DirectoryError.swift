public import FailureKit
import InvocationRouter

/// Why an organization, a fund or a donor is not kept as it was entered: everything that is wrong, told at once.
///
/// `code` and `field` of each problem are what programs compare; the sentences are for people. What was typed
/// stands in them escaped and cut, but never an e-mail address or a telephone number.
public struct DirectoryError: Failure, Hashable, Sendable {
    /// What kind of mistake it is.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// It is needed and was not given.
        case missing
        /// It does not have the form that it has to have.
        case malformed
        /// A route of the host has this name.
        case reserved
        /// Somebody else has it.
        case taken
        /// It has the form, and there is no such thing: a currency, a time zone, a country.
        case unknown
        /// It is too small, too large, or there are too many.
        case outOfRange
        /// It was settled when it was added, and cannot be changed.
        case fixed
        /// There is no such organization, fund or donor.
        case notFound
        /// It cannot be done as things stand.
        case wrongState
    }

    /// What was entered, by the name that it has in JSON.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        /// The id of an organization or a fund, which is part of URLs.
        case id
        /// The name that people see.
        case name
        /// Another name of the organization in URLs.
        case alias
        /// The URL of the logo.
        case logo
        /// The currency of all gifts to the organization.
        case currency
        /// The country of the organization.
        case country
        /// The suggested amounts.
        case presets
        /// The organization as a whole.
        case organization
        /// The fund as a whole.
        case fund
        /// The donor as a whole.
        case donor
        /// The e-mail address.
        case email
        /// The telephone number.
        case phone
        /// The time zone, which determines the day of a gift.
        case timeZone = "time_zone"
        /// The tax id, which is printed on receipts.
        case taxID = "tax_id"
        /// The amount that is selected at first.
        case defaultAmount = "default_amount"
        /// The minimum amount of a gift.
        case leastAmount = "least_amount"
        /// The maximum amount of a gift.
        case mostAmount = "most_amount"
        /// The fee of the platform.
        case platformFee = "platform_fee"
        /// The text on card statements.
        case statementDescriptor = "statement_descriptor"
        /// The fund of gifts that name no fund.
        case defaultFund = "default_fund"
    }

    /// One thing that is wrong.
    public struct Problem: Hashable, Sendable {
        /// What kind of mistake it is.
        public let code: Code
        /// What was entered.
        public let field: Field
        /// What is wrong, in half a sentence without a full stop.
        public let summary: String
        /// Why; empty where the summary says it all.
        public let reason: String
        /// The step to take next.
        public let remedy: String

        init(_ code: Code, _ field: Field, _ summary: String, reason: String = "", remedy: String) {
            self.code = code
            self.field = field
            self.summary = summary
            self.reason = reason
            self.remedy = remedy
        }
    }

    /// Everything that is wrong, in the order of the fields; never empty.
    public let problems: [Problem]

    init(_ problem: Problem) { problems = [problem] }

    /// The error of these problems; nil where there are none.
    init?(_ problems: [Problem]) {
        guard !problems.isEmpty else { return nil }
        self.problems = problems
    }

    /// The kind of the first mistake.
    public var code: Code { problems[0].code }

    /// Where the first mistake is.
    public var field: Field { problems[0].field }

    /// A clause that says what happened, without a full stop.
    public var summary: String {
        problems.count == 1 ? problems[0].summary : "\(problems.count) fields are wrong"
    }

    /// Why: a line for each mistake where there are several; may be empty.
    public var reason: String {
        guard problems.count > 1 else { return problems[0].reason }
        return problems.map { "\($0.field.rawValue): \($0.summary)" }.joined(separator: "\n")
    }

    /// What to do next: a line for each mistake.
    public var remedy: String {
        guard problems.count > 1 else { return problems[0].remedy }
        return problems.map { "\($0.field.rawValue): \($0.remedy)" }.joined(separator: "\n")
    }
}

extension DirectoryError.Problem {
    /// A text as it may stand in a sentence: in quotation marks, nothing invisible, at most 40 characters.
    static func quoted(_ text: String) -> String {
        let shown = text.prefix(40).escapedForDisplay()
        return "\"\(shown)\(text.dropFirst(40).isEmpty ? "" : "…")\""
    }
}

extension DirectoryError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .missing: .usage
        case .notFound: .notFound
        case .malformed, .unknown, .outOfRange: .malformed
        case .reserved, .taken, .fixed, .wrongState: .refused
        }
    }
}
