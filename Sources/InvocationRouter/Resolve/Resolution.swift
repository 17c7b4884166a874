/// The result of resolving a giving URL with the directory and the registry: the destination of the gift, and
/// the facts about the tap.
public struct Resolution: Hashable, Sendable {
    /// The organization that receives the gift. Its `id` has the registered spelling, which can differ from
    /// the spelling in the URL.
    public let organization: DirectoryOrganization
    /// The fund that receives the gift; nil if the donor must choose a fund before the charge.
    public let fund: DirectoryFund?
    /// The fund to suggest if the donor must choose a fund. Nil if the gift's fund is known or if no fund can
    /// be suggested.
    public let suggestedFund: DirectoryFund?
    /// Whether to offer a monthly gift first.
    public let recurring: Bool
    /// The registered tag that was tapped; nil if no registered tag was identified.
    public let tag: DirectoryTag?
    /// The credit for the tap: whether the tap is counted for its tag and, if so, whether it is proven.
    public let credit: TapCredit
    /// The problems with the URL, the tag or the tap that do not prevent a gift. The service stores them with
    /// the tap.
    public let warnings: [ResolutionError]

    /// Whether the donor must choose one of the organization's open funds.
    public var needsFundChoice: Bool { fund == nil }

    /// Whether the page must show the organization's verified name and ask the donor to confirm it.
    public var needsConfirmation: Bool {
        warnings.contains { $0.code == .tagMismatch || $0.code == .sunRejected }
    }

    /// Determines the destination of a gift from data that has already been looked up. The same arguments
    /// always produce the same result.
    ///
    /// - Parameters:
    ///   - invocation: The parsed URL.
    ///   - organization: The organization that the directory returned for the id or alias in the URL. An
    ///     organization without this id or alias is rejected.
    ///   - tag: The tag that the registry returned for the tag id in the URL or for the UID in the mirrored
    ///     data.
    ///   - sun: The result of verifying the SUN message in the URL.
    /// - Throws: ``ResolutionError`` with code `unknownOrganization`, `organizationInactive`,
    ///   `organizationNotPayable` or `unknownFund`, or `fundClosed` if the donor would have to choose a fund
    ///   but the organization has no open fund.
    public init(
        _ invocation: Invocation, organization: DirectoryOrganization?, tag: DirectoryTag? = nil,
        sun: SUNVerdict = .unchecked
    ) throws(ResolutionError) {
        let organization = try Self.payable(organization, for: invocation)
        var warnings: [ResolutionError] = []
        let fund = try Self.fund(of: invocation, in: organization, &warnings)
        let tap = TapJudgement(invocation, organization: organization, fund: fund, tag: tag, sun: sun)
        warnings += tap.warnings

        let offersMonthly = fund?.offersMonthly ?? true
        if invocation.recurring, !offersMonthly, let fund {
            warnings.append(
                ResolutionError(.recurringNotOffered, found: fund.id, subject: organization.displayName))
        }
        self.organization = organization
        self.fund = fund
        suggestedFund = fund == nil ? organization.openDefaultFund : nil
        recurring = invocation.recurring && offersMonthly
        self.tag = tag
        credit = tap.credit
        self.warnings = warnings
    }

    /// Returns the organization if its id or alias is in the URL and the organization can receive gifts;
    /// otherwise throws an error.
    private static func payable(
        _ organization: DirectoryOrganization?, for invocation: Invocation
    ) throws(ResolutionError) -> DirectoryOrganization {
        let name = invocation.org ?? invocation.orgAlias ?? ""
        // An id that an organization has given up remains its alias, because tags are permanently locked.
        guard let organization,
            invocation.org.map(organization.isNamed) == true || organization.hasRegistered(name)
        else { throw ResolutionError(.unknownOrganization, found: name) }
        guard organization.status == .active else {
            throw ResolutionError(
                .organizationInactive, found: organization.status.rawValue, subject: organization.displayName)
        }
        guard organization.isPayable else {
            throw ResolutionError(.organizationNotPayable, subject: organization.displayName)
        }
        return organization
    }

    /// Returns the open fund for the gift, or nil if the donor must choose a fund. Adds a warning if the fund
    /// in the URL is closed. Throws an error if the organization does not have the fund in the URL, or if the
    /// donor must choose a fund but no fund is open.
    private static func fund(
        of invocation: Invocation, in organization: DirectoryOrganization, _ warnings: inout [ResolutionError]
    ) throws(ResolutionError) -> DirectoryFund? {
        let closed = { (id: String) in
            ResolutionError(.fundClosed, found: id, subject: organization.displayName)
        }
        if let id = invocation.fund {
            guard let fund = organization.fund(id) else {
                throw ResolutionError(.unknownFund, found: id, subject: organization.displayName)
            }
            if fund.isOpen { return fund }
            warnings.append(closed(id))
        } else if !invocation.fundUnclear, let fund = organization.openDefaultFund {
            return fund
        }
        if organization.openFunds.isEmpty { throw closed("") }
        return nil
    }
}

/// The credit for a tap. It shows whether the tap is counted for its tag, and whether a MAC proves that the
/// registered chip was read.
public enum TapCredit: String, Sendable, CaseIterable {
    /// The tap is not counted, because no registered tag was identified or there is a problem with the tag or
    /// the mirrored data.
    case none
    /// The tap is counted but not proven: anyone could have typed the URL.
    case counted
    /// The tap is counted, and its MAC proves that the registered chip was read.
    case proven
}

extension DirectoryOrganization {
    /// The default fund, if it accepts gifts.
    fileprivate var openDefaultFund: DirectoryFund? {
        defaultFund.flatMap { fund($0) }.flatMap { $0.isOpen ? $0 : nil }
    }
}
