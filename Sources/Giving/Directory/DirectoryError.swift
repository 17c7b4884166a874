public import FailureKit
import InvocationRouter

/// An error in the fields of an organization, a fund or a donor. The error lists all problems.
///
/// Programs compare the `code` and `field` of each problem. The messages are for people. A message quotes
/// input in escaped and truncated form, but never an e-mail address or a telephone number.
public struct DirectoryError: Failure, Hashable, Sendable {
    /// The kind of problem, for comparison by programs.
    public enum Code: String, Sendable, CaseIterable {
        /// A required value is missing.
        case missing
        /// The value has the wrong format.
        case malformed
        /// The name is reserved for a path of the website.
        case reserved
        /// The value is already used by another organization, fund or donor.
        case taken
        /// The format is correct, but the currency, time zone or country does not exist.
        case unknown
        /// The value is too small or too large, or there are too many values.
        case outOfRange
        /// The value was set when the organization was added and cannot be changed.
        case fixed
        /// The organization, fund or donor does not exist.
        case notFound
        /// The current state of the organization, fund or donor does not allow the change.
        case wrongState
    }

    /// A field, identified by its JSON key.
    public enum Field: String, Sendable, CaseIterable {
        /// The id of an organization or a fund, which is part of URLs.
        case id
        /// The name that is displayed to people.
        case name
        /// An additional name for the organization in URLs.
        case alias
        case logo
        /// The main color of the pages.
        case color
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
        case email
        case phone
        /// The time zone, which determines the day of a gift.
        case timeZone = "time_zone"
        /// The tax id, which is printed on receipts.
        case taxID = "tax_id"
        /// The amount that is selected when the giving page opens.
        case defaultAmount = "default_amount"
        /// The minimum amount of a gift.
        case leastAmount = "least_amount"
        /// The maximum amount of a gift.
        case mostAmount = "most_amount"
        /// The platform's fee for each gift.
        case platformFee = "platform_fee"
        /// The text on card statements.
        case statementDescriptor = "statement_descriptor"
        /// The fund that receives gifts for which no fund is specified.
        case defaultFund = "default_fund"
    }

    /// A problem with one field.
    public struct Problem: Hashable, Sendable {
        /// The kind of problem, for comparison by programs.
        public let code: Code
        /// The field whose value caused the problem.
        public let field: Field
        /// A clause that describes the problem, without a period.
        public let summary: String
        /// A clause that explains the cause. Empty if the summary is sufficient.
        public let reason: String
        /// The next step for the user.
        public let remedy: String

        init(_ code: Code, _ field: Field, _ summary: String, reason: String = "", remedy: String) {
            self.code = code
            self.field = field
            self.summary = summary
            self.reason = reason
            self.remedy = remedy
        }
    }

    /// All problems, in the order of the fields. The list is never empty.
    public let problems: [Problem]

    init(_ problem: Problem) { problems = [problem] }

    /// Creates an error from a list of problems, or returns nil if the list is empty.
    init?(_ problems: [Problem]) {
        guard !problems.isEmpty else { return nil }
        self.problems = problems
    }

    /// The kind of the first problem.
    public var code: Code { problems[0].code }

    /// The field of the first problem.
    public var field: Field { problems[0].field }

    /// A clause that describes what happened, without a period.
    public var summary: String {
        problems.count == 1 ? problems[0].summary : "\(problems.count) fields are invalid"
    }

    /// A clause that explains the cause, or an empty string. If there are several problems, the reason is a
    /// list of their summaries, one per line.
    public var reason: String {
        guard problems.count > 1 else { return problems[0].reason }
        return problems.map { "\($0.field.rawValue): \($0.summary)" }.joined(separator: "\n")
    }

    /// The next step for the user. If there are several problems, the steps are on separate lines.
    public var remedy: String {
        guard problems.count > 1 else { return problems[0].remedy }
        return problems.map { "\($0.field.rawValue): \($0.remedy)" }.joined(separator: "\n")
    }
}

extension String {
    /// Returns text in quotation marks for use in a sentence. The text is shortened to 40 characters, and
    /// invisible characters are escaped.
    var quoted: String {
        let shown = prefix(40).escapedForDisplay()
        return "\"\(shown)\(dropFirst(40).isEmpty ? "" : "…")\""
    }
}

extension DirectoryError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The failure category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .missing: .usage
        case .notFound: .notFound
        case .malformed, .unknown, .outOfRange: .malformed
        case .reserved, .taken, .fixed, .wrongState: .refused
        }
    }
}
