/// A discrepancy between a tag on a walk and its record, or a fact that its owner should know.
///
/// Its wording is stored, so a report of an old walk repeats what the person read at the time.
public struct AuditFinding: Hashable, Sendable, Codable {
    /// The kind of finding, for programs.
    public var code: Code
    /// A description without a full stop. Text from the tag is not escaped.
    public var words: String
    /// The next step, without a full stop. Text from the tag is not escaped.
    public var remedy: String
    /// Whether this is only a notice: nothing is wrong.
    public var isNotice: Bool

    /// Creates a finding.
    public init(_ code: Code, _ words: String, remedy: String, isNotice: Bool = false) {
        self.code = code
        self.words = words
        self.remedy = remedy
        self.isNotice = isNotice
    }

    /// Stable names that programs compare, most serious first.
    public enum Code: String, Sendable, Codable, CaseIterable {
        // The tag's identity.
        /// Its URL only imitates one of ours.
        case pretence
        /// It is not registered.
        case unknownTag
        /// It no longer has a seat: it was replaced, taken back or set aside.
        case looseTag
        /// Two chips have this UID: one of them is a copy.
        case doubled
        /// Its tap counter is lower than an earlier one.
        case counterBackwards

        // The destination.
        /// It leads to an organization other than its seat's, or than the walk's.
        case wrongOrganization
        /// It leads to another fund.
        case wrongFund
        /// It leads to another destination in any other way.
        case wrongURL
        /// It leads nowhere: its managed id was withdrawn.
        case revoked
        /// It leads to an organization that the directory does not have.
        case unknownOrganization
        /// It leads to an organization that takes no gifts.
        case organizationInactive
        /// It leads to a fund that the organization does not have.
        case unknownFund
        /// It leads to a fund that takes no gifts.
        case fundClosed

        // The content that a phone reads.
        /// Phones can read nothing.
        case unreadable
        /// The message is empty.
        case empty
        /// The message has no URL, or other records in addition to the URL.
        case foreignContent
        /// Writing it for its seat was started and never finished.
        case unfinished
        /// The chip mirrors its UID or counter over the content, although it should not.
        case mirrorOn
        /// The chip should mirror its UID and counter, but does not.
        case mirrorOff

        /// It belongs to another seat.
        case wrongPlace

        // Write access.
        /// It was recorded as locked or protected, but anyone can rewrite it.
        case unlocked
        /// It has a password that this registry did not set.
        case protectedElsewhere
        /// Locking was started and never finished.
        case lockUnfinished
        /// Its message is locked but its configuration is not: a stranger can still hide or overlay the message.
        case configOpen

        // The spelling of its URL, which leads to the right destination.
        /// The URL begins with `http:`.
        case insecureScheme
        /// The URL is spelled differently from its seat's.
        case notCanonical

        /// The maker's signature is not valid.
        case notGenuine
        /// It was permanently locked, but not by this registry: a notice.
        case lockedElsewhere
        /// The batch is planned to be locked, and this tag is not locked yet: a notice. The problem belongs to the
        /// batch.
        case notLockedYet
        /// The batch was planned to be permanently locked, and some of its tags are not. The finding concerns the walk,
        /// not a single tag.
        case batchNotLocked

        /// The rank by severity; 0 is the most serious.
        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}

extension [AuditFinding] {
    /// Sorts problems before notices, most serious first.
    func gravestFirst() -> [AuditFinding] {
        sorted { ($0.isNotice ? 1 : 0, $0.code.rank) < ($1.isNotice ? 1 : 0, $1.code.rank) }
    }
}

/// The next step on an audit walk. The program that shows it chooses the words.
public indirect enum AuditRemedy: Hashable, Sendable {
    /// A seat whose tag is written.
    public struct Seat: Hashable, Sendable {
        /// The seat's name.
        public var name: String
        /// The name of the seat's batch.
        public var batch: String
        /// Whether the tag is written with the batch's secret.
        public var needsSecret: Bool

        /// Creates a seat of a batch.
        public init(_ name: String, of batch: String, needsSecret: Bool) {
            self.name = name
            self.batch = batch
            self.needsSecret = needsSecret
        }

        init(_ name: String, of batch: Batch) {
            self.init(name, of: batch.name, needsSecret: batch.protection == .password)
        }
    }

    /// A step that a person takes by hand, as a clause.
    case words(String)
    /// The first step, and then the second.
    case both(AuditRemedy, AuditRemedy)
    /// To write the same tag again.
    case rewrite(Seat)
    /// To remove the tag, and give the seat another one.
    case exchange(Seat)
    /// To present the tag, or to give the seat another one if it is gone.
    case findOrExchange(Seat)
    /// To write a tag for a seat of this batch that has none; or to continue with one that was started.
    case write(batch: String)
    case goOn(batch: String)
    /// To assign an unknown tag to a seat.
    case giveSeat
    /// To show the history of a tag, and to erase the tag if possible.
    case history(canBeErased: Bool)
    /// To give a managed seat another id, and then another tag.
    case newID(seat: String, batch: String)
    /// To list the organizations; to list the funds of one; or to reopen a fund.
    case organizations
    case funds(of: String)
    case reopenFund
    /// To lock the configuration, too: together with the other tags of this batch, or alone.
    case closeConfiguration(batch: String?)
    /// To complete an interrupted lock: together with the other tags of this batch, or alone.
    case endLocking(batch: String?)
    /// To complete an interrupted password protection.
    case endProtecting
    /// To lock the tag with the others of this batch; or to lock each of them.
    case lock(batch: String)
    case lockEach(batch: String)
}

extension AuditRemedy: ExpressibleByStringInterpolation {
    /// Creates a step that a person takes by hand.
    public init(stringLiteral words: String) { self = .words(words) }
}
