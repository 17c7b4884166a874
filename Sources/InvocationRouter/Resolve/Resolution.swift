/// The destination of a gift, determined from the data in the directory and the registry.
public struct Resolution: Hashable, Sendable {
    /// The organization. All later steps use its id as spelled in `organization.id`.
    public let organization: DirectoryOrganization
    /// The fund; nil if the donor has to choose one before anything is charged.
    public let fund: DirectoryFund?
    /// The fund to suggest if the donor has to choose one; nil if the fund is certain or there is nothing to suggest.
    public let suggestedFund: DirectoryFund?
    /// Whether a monthly gift is offered first.
    public let recurring: Bool
    /// The tag of the tap; nil if neither the URL nor the evidence identifies a registered tag.
    public let tag: DirectoryTag?
    /// Whether the tap counts toward its seat.
    public let credit: TapCredit
    /// The problems of the tap that do not prevent a gift. They are stored with the tap.
    public let warnings: [ResolutionError]

    /// Whether the donor has to choose one of the organization's open funds.
    public var needsFundChoice: Bool { fund == nil }

    /// Whether the page must show the organization's verified name and ask for confirmation.
    public var needsConfirmation: Bool {
        warnings.contains { $0.code == .tagMismatch || $0.code == .sunRejected }
    }

    /// Determines the destination of a gift from the data in the directory and the registry. The same inputs
    /// always have the same result.
    ///
    /// - Parameters:
    ///   - invocation: The parsed URL.
    ///   - organization: The directory's organization for the URL's id or alias. A different organization is not
    ///     accepted.
    ///   - tag: The registry's tag for the URL's tag id, or for the UID of its evidence.
    ///   - sun: The verdict on the URL's SUN message.
    /// - Throws: `unknownOrganization`, `organizationInactive`, `organizationNotPayable` and `unknownFund`; also
    ///   `fundClosed` if the donor cannot choose another fund.
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

    /// Returns the intended organization, if it can receive gifts.
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

    /// Returns the fund if it is certain; nil if the donor has to choose one.
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

/// Whether a tap counts toward the seat of its tag.
public enum TapCredit: String, Sendable, CaseIterable {
    /// The tap does not count, because the URL identifies no tag or its evidence is invalid.
    case none
    /// The tap counts, but anyone could have typed the evidence.
    case counted
    /// The tap counts, and its MAC proves that the chip has the key.
    case proven
}

extension DirectoryOrganization {
    /// The default fund, if it accepts gifts.
    fileprivate var openDefaultFund: DirectoryFund? {
        defaultFund.flatMap { fund($0) }.flatMap { $0.isOpen ? $0 : nil }
    }
}
