/// Where a gift goes, once directory and registry were asked.
public struct Resolution: Hashable, Sendable {
    /// The organization; `organization.id` is the spelling that everything behind this uses.
    public let organization: DirectoryOrganization
    /// The fund; nil where the giver has to choose one before anything is charged.
    public let fund: DirectoryFund?
    /// The fund to show first where one has to be chosen: offered, never taken. Nil where there is a fund.
    public let suggestedFund: DirectoryFund?
    /// A monthly gift is offered first.
    public let recurring: Bool
    /// The tag that the tap came from, as far as the URL or the evidence names one that the registry knows.
    public let tag: DirectoryTag?
    /// Whether the tap counts for its seat.
    public let credit: TapCredit
    /// What is not as it should be and hinders nobody from giving; to be recorded with the tap.
    public let warnings: [ResolutionError]

    /// The giver has to choose one of the organization's open funds.
    public var needsFundChoice: Bool { fund == nil }

    /// The page must show the organization's verified name and ask whether it is the one that is meant.
    public var needsConfirmation: Bool {
        warnings.contains { $0.code == .tagMismatch || $0.code == .sunRejected }
    }

    /// Decides where a gift goes, from the responses of directory and registry. Pure: equal inputs give equal results.
    ///
    /// - Parameters:
    ///   - invocation: The parsed URL.
    ///   - organization: The directory's response for its organization or alias. A different organization is not
    ///     accepted.
    ///   - tag: The registry's response for its tag id, or for the UID of its evidence.
    ///   - sun: The verdict on its SUN message.
    /// - Throws: `unknownOrganization`, `organizationInactive`, `organizationNotPayable`, `unknownFund`, and
    ///   `fundClosed` where no fund is left to choose.
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

    /// The organization that is meant, if it can be given to.
    private static func payable(
        _ organization: DirectoryOrganization?, for invocation: Invocation
    ) throws(ResolutionError) -> DirectoryOrganization {
        let name = invocation.org ?? invocation.orgAlias ?? ""
        // An id that an organization has given up leads to it as an alias: tags are locked for ever.
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

    /// The fund that is certain; nil if the giver has to choose.
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

/// Whether a tap counts for the seat of its tag.
public enum TapCredit: String, Sendable, CaseIterable {
    /// It does not: no tag is named, or its evidence is bad.
    case none
    /// It is counted. Anybody can type what it says.
    case counted
    /// A chip's key proves it.
    case proven
}

extension DirectoryOrganization {
    /// The default fund, where it takes gifts.
    fileprivate var openDefaultFund: DirectoryFund? {
        defaultFund.flatMap { fund($0) }.flatMap { $0.isOpen ? $0 : nil }
    }
}
