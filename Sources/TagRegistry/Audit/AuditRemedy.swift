/// What to do next on a walk: a fact, which whoever tells it puts into words.
public indirect enum AuditRemedy: Hashable, Sendable {
    /// A seat that gets a tag.
    public struct Seat: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// Its batch.
        public var batch: String
        /// Whether its tag is written with the batch's secret.
        public var needsSecret: Bool

        /// A seat of a batch.
        public init(_ name: String, of batch: String, needsSecret: Bool) {
            self.name = name
            self.batch = batch
            self.needsSecret = needsSecret
        }

        init(_ name: String, of batch: Batch) {
            self.init(name, of: batch.name, needsSecret: batch.protection == .password)
        }
    }

    /// What a person does by hand, in half a sentence.
    case words(String)
    /// One and then the other.
    case both(AuditRemedy, AuditRemedy)
    /// To write the same tag anew.
    case rewrite(Seat)
    /// To take the tag off, and to give the seat another.
    case exchange(Seat)
    /// To hold the tag up, and to give the seat another if it is gone.
    case findOrExchange(Seat)
    /// To write a tag for a seat of this batch that has none; to go on with one that was begun.
    case write(batch: String)
    case goOn(batch: String)
    /// To give a stranger's tag a seat.
    case giveSeat
    /// To look at the history of a tag, and to empty it where that is possible.
    case history(canBeErased: Bool)
    /// To give a managed seat another id, and then another tag.
    case newID(seat: String, batch: String)
    /// To list the organizations; to list the funds of this one; to open a fund again.
    case organizations
    case funds(of: String)
    case reopenFund
    /// To close the configuration, too: with the other tags of this batch, or alone.
    case closeConfiguration(batch: String?)
    /// To end a locking that was begun: with the other tags of this batch, or alone.
    case endLocking(batch: String?)
    /// To end a protecting that was begun.
    case endProtecting
    /// To lock the tag with the others of this batch; to lock all of them.
    case lock(batch: String)
    case lockEach(batch: String)
}

extension AuditRemedy: ExpressibleByStringInterpolation {
    /// What a person does by hand.
    public init(stringLiteral words: String) { self = .words(words) }
}
