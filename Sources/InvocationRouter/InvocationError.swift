public import FailureKit

/// Why a text is no giving URL, and no other route of ours.
///
/// `code` is what programs compare; the sentences are for people and safe to print: what came from outside
/// stands in them escaped.
public struct InvocationError: Failure, Hashable, Sendable {
    /// The checks of `docs/invocation-url.md` §4, in their order; the first that fails is the error.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The octets.
        case empty, tooLong, forbiddenCharacter, badPercentEncoding
        // Where it points.
        case notAbsolute, schemeNotAllowed, userinfoNotAllowed, hostNotAllowed, portNotAllowed
        // The decoded text.
        case invalidUTF8, controlCharacter, bidiControl
        // The path.
        case missingOrg, dotSegment, encodedSeparator, unexpectedPath, reservedPath, invalidOrg
        // The query.
        case duplicateParameter, parameterCase, unsupportedVersion, invalidFund, invalidRecurring
        case invalidTag, invalidMirror, invalidSUN, conflictingEvidence
        // The other routes (§5).
        case invalidToken, invalidPlan
        // Profile `tap` only: a well-formed URL of a host that neither is ours nor looks like ours.
        case otherDestination
    }

    /// Which check failed.
    public let code: Code
    /// Where it was noticed: octets from the start of the input, at most its length.
    public let offset: Int
    /// What stood there, escaped and cut to a readable length; may be empty.
    public let found: String
    /// The host that URLs should have, for the sentences.
    public let expectedHost: String

    /// Whether it is certain that the URL leads to somebody else, who does not pretend to be us.
    let isElsewhere: Bool

    /// Whether the URL pretends to be ours: its host only looks like one of ours, or hides behind an @.
    public var isPretence: Bool { code == .userinfoNotAllowed || code == .hostNotAllowed && !isElsewhere }

    init(
        _ code: Code, at offset: Int, found: String = "", expectedHost: String = "", isElsewhere: Bool = false
    ) {
        self.code = code
        self.isElsewhere = isElsewhere
        self.offset = offset
        self.found = found
        self.expectedHost = expectedHost
    }
}

extension InvocationError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory { .malformed }
}
