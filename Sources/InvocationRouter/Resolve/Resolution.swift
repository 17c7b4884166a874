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
}

/// Whether a tap counts for the seat of its tag.
public enum TapCredit: String, Hashable, Sendable, CaseIterable {
    /// It does not: no tag is named, or its evidence is bad.
    case none
    /// It is counted. Anybody can type what it says.
    case counted
    /// A chip's key proves it.
    case proven
}
