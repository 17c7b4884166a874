public import FailureKit

/// The reason why a gift cannot be made with a URL, or a problem that does not prevent a gift.
///
/// An error about the organization always prevents a gift, and so does an unknown fund. A closed fund
/// prevents a gift only if the organization has no open fund. Errors about a managed tag also prevent a gift,
/// because only the tag determines the destination. For a giving URL, problems with the tag or the mirrored
/// data are only warnings.
///
/// Source: `docs/invocation-url.md` §6.
public struct ResolutionError: Failure, Hashable, Sendable {
    /// The error codes. The raw values are stable, so programs can compare them.
    public enum Code: String, Sendable, CaseIterable {
        // Errors about the organization.
        /// The organization does not exist.
        case unknownOrganization
        /// The organization temporarily does not accept gifts, or no longer accepts them.
        case organizationInactive
        /// The organization's account at the payment processor is missing or not enabled.
        case organizationNotPayable
        // Errors about the fund.
        /// The organization does not have this fund. The gift is never assigned to a different fund.
        case unknownFund
        /// The fund is closed. The gift is never assigned to a different fund automatically.
        case fundClosed
        /// The fund does not accept monthly gifts, so only a one-time gift is offered.
        case recurringNotOffered
        // Errors about the tag.
        /// The registry does not contain the tag.
        case tagUnknown
        /// The tag was revoked in the registry.
        case tagRevoked
        /// The tag was registered for a different organization, fund or chip, or a managed tag's destination
        /// is not a giving URL of the tag's organization.
        case tagMismatch
        // Errors in the data that the chip mirrored.
        /// The counter in the mirrored data is not higher than the highest earlier counter of this chip.
        case mirrorReplayed
        /// The SUN message is valid, but its counter is not higher than the highest earlier counter of this
        /// chip.
        case sunReplayed
        /// The SUN message is not valid: it was not created with the chip's key.
        case sunRejected
    }

    /// The error's code.
    public let code: Code
    /// The organization, status, fund, tag or counter that the error is about, escaped for display. May be
    /// empty.
    public let found: String
    /// The organization's display name, or the value that the registry contains, escaped for display. May be
    /// empty.
    public let subject: String

    init(_ code: Code, found: String = "", subject: String = "") {
        self.code = code
        self.found = found.escapedForDisplay()
        self.subject = subject.escapedForDisplay()
    }

    /// The raw value of `code`.
    public var failureCode: String { code.rawValue }

    /// The kind of failure, as determined by `code`.
    public var category: FailureCategory {
        switch code {
        case .unknownOrganization, .unknownFund, .tagUnknown: .notFound
        case .organizationInactive, .organizationNotPayable, .fundClosed, .recurringNotOffered,
            .tagRevoked, .tagMismatch, .mirrorReplayed, .sunReplayed, .sunRejected:
            .refused
        }
    }

    /// The complete message in one line: the problem and the next step.
    public var message: String {
        "\(summary.prefix(1).uppercased())\(summary.dropFirst()). \(remedy)"
    }

    /// A clause that describes the problem, without a period.
    public var summary: String {
        switch code {
        case .unknownOrganization: "no organization is registered as \"\(found)\""
        case .organizationInactive: "\(subject) accepts no gifts: it is \(found)"
        case .organizationNotPayable: "\(subject) cannot be paid yet"
        case .unknownFund: "\(subject) has no fund \"\(found)\""
        case .fundClosed where found.isEmpty: "\(subject) has no open fund"
        case .fundClosed: "the fund \(found) of \(subject) is closed"
        case .recurringNotOffered: "the fund \(found) of \(subject) accepts no monthly gifts"
        case .tagUnknown: "the tag \(found) is not registered"
        case .tagRevoked: "the tag \(found) was withdrawn"
        case .tagMismatch: "the tag \(found) is registered for \(subject)"
        case .mirrorReplayed, .sunReplayed:
            "a tap with counter \(found) or higher was already seen"
        case .sunRejected: "this tap's authentication code is invalid"
        }
    }

    /// The reason for the error; empty if `summary` explains it sufficiently.
    public var reason: String {
        switch code {
        case .organizationNotPayable:
            "the organization's account at the payment processor is missing or not enabled"
        case .unknownFund: "a gift for an unknown fund never goes to another fund"
        case .fundClosed where found.isEmpty: "every gift must go to one of the organization's funds"
        case .fundClosed: "gifts for a closed fund never go to another fund automatically"
        case .recurringNotOffered: "only one-time gifts are offered"
        case .tagMismatch: "the tag may have been moved, copied, or written for another organization or fund"
        case .mirrorReplayed, .sunReplayed: "the highest recorded counter of this chip is \(subject)"
        case .sunRejected: "the code was not created with the chip's key"
        case .unknownOrganization, .organizationInactive, .tagUnknown, .tagRevoked: ""
        }
    }

    /// The advice to the donor, as a sentence.
    public var remedy: String {
        switch code {
        case .unknownOrganization: "Check the spelling, or ask the organization for its link."
        case .organizationInactive, .organizationNotPayable: "Ask the organization for another way to give."
        case .fundClosed where found.isEmpty: "Ask the organization for another way to give."
        case .unknownFund, .fundClosed: "Choose one of the organization's open funds."
        case .recurringNotOffered: "Give once, or choose a fund that accepts monthly gifts."
        case .tagUnknown, .tagRevoked:
            "Tell the organization about this tag, and use the organization's own link to give."
        case .tagMismatch: "Before you give, check the organization and the fund."
        case .sunRejected: "Check that the page names the correct organization."
        case .mirrorReplayed, .sunReplayed:
            "You can still give, or hold the phone to the tag again."
        }
    }
}
