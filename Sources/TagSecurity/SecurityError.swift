public import FailureKit

/// The reason why a secret, a key or a proof cannot be used. It never contains a secret's value.
public struct SecurityError: Failure, Hashable, Sendable {
    /// The stable names of the failures, also used as the `code` of JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // Errors of a secret's words and file.
        case secretMalformed, secretMistyped
        case secretNotFound, secretNotReadable, secretOpenToOthers, secretExists, secretNotWritable
        // Errors of a tap and its MAC.
        case sunMissing, sunPlaceholder, sunMalformed, sunRejected, sunReplayed
        // Errors of a file of keys.
        case keysMalformed
    }

    /// The kind of failure.
    public let code: Code
    /// A clause that describes the failure, without a full stop.
    public let summary: String
    /// The cause, with the values that prove it. May be empty.
    public let reason: String
    /// The next step. May be empty.
    public let remedy: String

    /// Creates an error from its code and sentences.
    public init(_ code: Code, _ summary: String, reason: String = "", remedy: String = "") {
        self.code = code
        self.summary = summary
        self.reason = reason
        self.remedy = remedy
    }
}

extension SecurityError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
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
