/// A difference between a tag in an audit and its record, or a fact that the tag's owner should know.
///
/// The text is stored, so a later report of the audit shows it unchanged.
public struct AuditFinding: Hashable, Sendable, Codable {
    /// The stable code of the finding, which programs compare.
    public var code: Code
    /// A description of the finding, without a period. Text from the tag is not escaped.
    public var words: String
    /// The next step for a person, without a period. Text from the tag is not escaped.
    public var remedy: String
    /// Whether the finding is a notice rather than a problem.
    public var isNotice: Bool

    /// Creates a finding. Unless `isNotice` is true, the finding is a problem.
    public init(_ code: Code, _ words: String, remedy: String, isNotice: Bool = false) {
        self.code = code
        self.words = words
        self.remedy = remedy
        self.isNotice = isNotice
    }

    /// The stable codes that programs compare, in order of severity, most serious first.
    public enum Code: String, Sendable, Codable, CaseIterable {
        // Findings about the tag's identity.
        /// The tag's URL only imitates one of this service's URLs.
        case pretence
        /// The tag is not registered.
        case unknownTag
        /// The tag is registered but has no seat, for example because it was replaced.
        case looseTag
        /// Two chips appear to have this UID, so one of them may be a copy.
        case doubled
        /// The chip's tap counter is lower than a value that was seen earlier.
        case counterBackwards

        // Findings about the destination.
        /// The tag's URL names a different organization than its seat's URL, or the seat does not belong to
        /// the audited organization.
        case wrongOrganization
        /// The tag's URL selects a different fund than the URL of its seat.
        case wrongFund
        /// The tag's URL differs from the URL of its seat, and no more specific code describes the
        /// difference.
        case wrongURL
        /// The tag has no destination, because its managed id was withdrawn.
        case revoked
        /// The tag's organization is not in the directory.
        case unknownOrganization
        /// The tag's organization accepts no gifts.
        case organizationInactive
        /// The tag's fund does not exist in the organization.
        case unknownFund
        /// The tag's fund accepts no gifts.
        case fundClosed

        // Findings about the content that a phone reads.
        /// A phone cannot read the tag.
        case unreadable
        /// The tag's message is empty.
        case empty
        /// The tag's message has no URL, or has other records in addition to the URL.
        case foreignContent
        /// Writing the tag for its seat was started but never finished.
        case unfinished
        /// The chip mirrors its UID or counter over the content, although it should not.
        case mirrorOn
        /// The chip should mirror its UID and counter, but does not.
        case mirrorOff

        /// The tag belongs to another seat.
        case wrongPlace

        // Findings about write access.
        /// The tag is recorded as locked or protected, but anyone can rewrite it.
        case unlocked
        /// The tag has a password that this registry did not set.
        case protectedElsewhere
        /// Locking or protecting the tag was started, but never finished.
        case lockUnfinished
        /// The tag's message is locked, but its configuration is not, so anyone can still hide or overlay the
        /// message.
        case configOpen

        // Findings about the spelling of a URL that leads to the right destination.
        /// The URL begins with `http:`.
        case insecureScheme
        /// The URL is equivalent to the URL of its seat but is spelled differently.
        case notCanonical

        /// The manufacturer's signature on the chip is not valid.
        case notGenuine
        /// The tag was permanently locked, but not by this registry. This is only a notice.
        case lockedElsewhere
        /// The batch is to be permanently locked, and this tag has not been locked. This is only a notice.
        /// ``batchNotLocked`` reports the problem for the batch.
        case notLockedYet
        /// The batch's tags are to be permanently locked, but some of them are not locked. The finding
        /// belongs to the whole audit, not to a single tag.
        case batchNotLocked

        /// The position in the order of severity. 0 is the most serious.
        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}

extension [AuditFinding] {
    /// Returns the problems followed by the notices, each group sorted from most to least serious.
    func gravestFirst() -> [AuditFinding] {
        sorted { ($0.isNotice ? 1 : 0, $0.code.rank) < ($1.isNotice ? 1 : 0, $1.code.rank) }
    }
}

/// The next step after a finding. The program that displays it chooses the wording.
public indirect enum AuditRemedy: Hashable, Sendable {
    /// A seat whose tag needs attention.
    public struct Seat: Hashable, Sendable {
        /// The seat's name, unique within its batch.
        public var name: String
        /// The name of the seat's batch.
        public var batch: String
        /// Whether the batch's secret is needed to write the tag.
        public var needsSecret: Bool

        /// Creates a reference to the seat with this name in this batch.
        public init(_ name: String, of batch: String, needsSecret: Bool) {
            self.name = name
            self.batch = batch
            self.needsSecret = needsSecret
        }

        init(_ name: String, of batch: Batch) {
            self.init(name, of: batch.name, needsSecret: batch.protection == .password)
        }
    }

    /// A step that a person takes by hand, described in a clause.
    case words(String)
    /// Two steps in order.
    case both(AuditRemedy, AuditRemedy)
    /// Write the same tag again.
    case rewrite(Seat)
    /// Remove the tag, and write another one for the seat.
    case exchange(Seat)
    /// Hold the tag to the reader, or write another one for the seat if the tag is lost.
    case findOrExchange(Seat)
    /// Write a tag for a seat of this batch that has no tag.
    case write(batch: String)
    case goOn(batch: String)
    /// Assign an unregistered tag to a seat.
    case giveSeat
    /// Show the history of a tag, and erase the tag if possible.
    case history(canBeErased: Bool)
    /// Assign a new managed id to a seat, and then write another tag.
    case newID(seat: String, batch: String)
    /// List the organizations.
    case organizations
    case funds(of: String)
    case reopenFund
    /// Lock the configuration of all tags of this batch, or of a single tag if `batch` is nil.
    case closeConfiguration(batch: String?)
    /// Complete an interrupted lock of all tags of this batch, or of a single tag if `batch` is nil.
    case endLocking(batch: String?)
    /// Complete an interrupted password protection.
    case endProtecting
    /// Lock all tags of this batch.
    case lock(batch: String)
    case lockEach(batch: String)
}

extension AuditRemedy: ExpressibleByStringInterpolation {
    /// Creates a step that a person takes by hand.
    public init(stringLiteral words: String) { self = .words(words) }
}
