public import FailureKit

/// Why a URL leads to no gift, or what is odd about the tap.
///
/// The codes of the organization and its fund end a resolution, and so do the tag's on a managed route, where the
/// tag alone says where a gift goes. On a gift's own URL all that is wrong with tag or evidence is a warning: a
/// giver is not turned away for it.
///
/// Source: `docs/invocation-url.md` §6.
public struct ResolutionError: Failure, Hashable, Sendable {
    /// The stable names that programs compare.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // The organization.
        case unknownOrganization, organizationInactive, organizationNotPayable
        // The fund.
        case unknownFund, fundClosed, recurringNotOffered
        // The tag.
        case tagUnknown, tagRevoked, tagMismatch
        // What the chip mirrored.
        case mirrorReplayed, sunReplayed, sunRejected
    }

    /// What is wrong.
    public let code: Code
    /// What was asked for, escaped: an organization, a fund, a tag, a counter.
    public let found: String
    /// Whom it concerns, escaped: the organization's display name, or what the registry has instead.
    public let subject: String

    init(_ code: Code, found: String = "", subject: String = "") {
        self.code = code
        self.found = found.escapedForDisplay()
        self.subject = subject.escapedForDisplay()
    }
}

extension ResolutionError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
    public var category: FailureCategory {
        switch code {
        case .unknownOrganization, .unknownFund, .tagUnknown: .notFound
        case .organizationInactive, .organizationNotPayable, .fundClosed, .recurringNotOffered,
            .tagRevoked, .tagMismatch, .mirrorReplayed, .sunReplayed, .sunRejected:
            .refused
        }
    }
}
