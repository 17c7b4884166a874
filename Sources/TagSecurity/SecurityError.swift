public import FailureKit

/// An error that concerns a secret, a key, or the MAC of a tap. It never contains the value of a secret.
public struct SecurityError: Failure, Hashable, Sendable {
    /// The error codes. They are stable and also appear as `code` in JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // Errors of a secret's words and file.
        case secretMalformed, secretMistyped
        case secretNotFound, secretNotReadable, secretOpenToOthers, secretExists, secretNotWritable
        // Errors of a tap and its MAC.
        case sunMissing, sunPlaceholder, sunMalformed, sunRejected, sunReplayed
        // Errors of a file of keys.
        case keysMalformed
    }

    /// The error's code.
    public let code: Code
    /// A clause that describes the problem, without a period.
    public let summary: String
    /// The cause, with the observed values. May be empty.
    public let reason: String
    /// The next step for the user. May be empty.
    public let remedy: String

    /// Creates an error with a code and its messages.
    public init(_ code: Code, _ summary: String, reason: String = "", remedy: String = "") {
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
    }
}

extension SecurityError {
    /// The raw value of `code`.
    public var failureCode: String { code.rawValue }

    /// The kind of failure, which `code` determines.
    public var category: FailureCategory {
        switch code {
        case .secretMalformed, .secretMistyped, .keysMalformed, .sunMissing, .sunPlaceholder,
            .sunMalformed:
            .malformed
        case .sunRejected, .sunReplayed: .no
        case .secretNotFound: .notFound
        case .secretNotReadable: .inputOutput
        case .secretOpenToOthers: .refused
        case .secretExists, .secretNotWritable: .cannotCreate
        }
    }
}
