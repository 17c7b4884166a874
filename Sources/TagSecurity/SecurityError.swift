public import FailureKit

/// Why a secret, a key or a proof cannot be used. No value of a secret is ever part of it.
public struct SecurityError: Failure, Hashable, Sendable {
    /// The kinds of failure; stable names, also the `code` of JSON errors.
    public enum Code: String, Sendable, CaseIterable {
        // A secret's words and file.
        case secretMalformed, secretMistyped
        case secretNotFound, secretNotReadable, secretOpenToOthers, secretExists, secretNotWritable
        // A tap and its code.
        case sunMissing, sunPlaceholder, sunMalformed, sunRejected, sunReplayed
        // A file of keys.
        case keysMalformed
    }

    /// What failed.
    public let code: Code
    /// A clause that says what happened, without a full stop.
    public let summary: String
    /// Why, with what proves it; may be empty.
    public let reason: String
    /// The step to take next; may be empty.
    public let remedy: String

    /// Makes an error from its code and sentences.
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
