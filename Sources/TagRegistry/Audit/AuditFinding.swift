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
    public enum Code: String, Sendable, Codable, CaseIterable {
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
