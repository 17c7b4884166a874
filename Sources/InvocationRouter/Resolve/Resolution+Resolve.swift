extension Resolution {
    /// Decides where a gift goes, from what directory and registry answered. Pure: the same values, the same
    /// answer.
    ///
    /// - Parameters:
    ///   - invocation: What the URL says.
    ///   - organization: What the directory answered to its organization or alias. Another one is not believed.
    ///   - tag: What the registry answered to its tag id, or to the UID of its evidence.
    ///   - sun: What the holder of the keys says of its SUN message.
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

    /// The fund that is certain; nil where the giver has to choose.
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

extension DirectoryOrganization {
    /// The default fund, where it takes gifts.
    fileprivate var openDefaultFund: DirectoryFund? {
        defaultFund.flatMap { fund($0) }.flatMap { $0.isOpen ? $0 : nil }
    }
}
