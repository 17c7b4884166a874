/// Something about a tag on a walk that is not as it was recorded, or that its owner wants to know.
///
/// It is kept as it was told, so that a report of an old walk says what the person was told then.
public struct AuditFinding: Hashable, Sendable, Codable {
    /// What it is, for programs.
    public var code: Code
    /// What was found, in a sentence without a full stop; text from the tag stands in it as it is.
    public var words: String
    /// What to do next, likewise.
    public var remedy: String
    /// It is worth knowing, and nothing is wrong.
    public var isNotice: Bool

    /// A finding.
    public init(_ code: Code, _ words: String, remedy: String, isNotice: Bool = false) {
        self.code = code
        self.words = words
        self.remedy = remedy
        self.isNotice = isNotice
    }

    /// The stable names that programs compare, the gravest first.
    public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
        // Whose tag it is.
        /// Its address only looks like one of ours.
        case pretence
        /// Nobody has registered it.
        case unknownTag
        /// It has no seat any more: it was replaced, taken back or set aside.
        case looseTag
        /// Two chips show this UID: one of them is a copy.
        case doubled
        /// Its tap counter is lower than one that was seen before.
        case counterBackwards

        // Where it leads.
        /// To another organization than its seat's, or than the walk's.
        case wrongOrganization
        /// To another fund.
        case wrongFund
        /// Elsewhere, in any other way.
        case wrongURL
        /// Nowhere: its managed id was withdrawn.
        case revoked
        /// To an organization that the directory does not have.
        case unknownOrganization
        /// To an organization that takes no gifts.
        case organizationInactive
        /// To a fund that the organization does not have.
        case unknownFund
        /// To a fund that takes no gifts.
        case fundClosed

        // What a phone reads.
        /// Nothing that can be read.
        case unreadable
        /// An empty message.
        case empty
        /// Something that is no address, or something beside it.
        case foreignContent
        /// It was begun for its seat, and never finished.
        case unfinished
        /// The chip lays its UID or counter over what it holds, and should not.
        case mirrorOn
        /// The chip should show its UID and counter, and does not.
        case mirrorOff

        /// It belongs somewhere else.
        case wrongPlace

        // Who can change it.
        /// It was recorded as locked or protected, and anybody can rewrite it.
        case unlocked
        /// Somebody else has set a password.
        case protectedElsewhere
        /// Locking was begun and never finished.
        case lockUnfinished
        /// Its message is locked and its configuration is not: a stranger can still hide or overlay it.
        case configOpen

        // How its address is spelled; it leads to the right place.
        /// It begins with http.
        case insecureScheme
        /// It is spelled in another way than its seat's.
        case notCanonical

        /// Its maker's signature is not right.
        case notGenuine
        /// It was locked for ever, and not by this registry: a notice.
        case lockedElsewhere
        /// The batch says that it shall be locked, and nobody has done it yet: a notice. What is wrong is the batch.
        case notLockedYet
        /// The batch was planned to be locked for ever, and tags of it are not: of the walk, and of no single tag.
        case batchNotLocked

        /// How grave it is: the less, the graver.
        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}

extension [AuditFinding] {
    /// What is wrong before what is worth knowing, the gravest first.
    func gravestFirst() -> [AuditFinding] {
        sorted { ($0.isNotice ? 1 : 0, $0.code.rank) < ($1.isNotice ? 1 : 0, $1.code.rank) }
    }
}
