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
