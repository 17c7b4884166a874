import Synchronization
import TagRegistry

/// The content of a web page that shows a batch run in large letters: the seat and the next step.
final class RunScreen: Sendable {
    /// The seat and step that are shown for one reader.
    struct Sight: Hashable, Sendable {
        /// The operator's next step.
        enum Step: Hashable, Sendable {
            /// The operator should hold the next tag to the reader.
            case hold
            /// The tag is good, and the operator should remove it.
            case remove
            /// The operator should hold the tag to the reader again, for the given reason.
            case again(String)
            /// The operator should put the tag aside, for the given reason.
            case putAside(String)
        }

        var seat: String
        var step: Step
    }

    /// The content of the page at a point in time.
    struct View: Hashable, Sendable {
        var batch: String
        /// The seat and step at each reader, keyed by the reader's name.
        var sights: [String: Sight] = [:]
        var verified = 0
        var rows = 0
        /// Whether the batch run has ended.
        var hasEnded = false
    }

    private let view: Mutex<View>

    init(batch: String) { view = Mutex(View(batch: batch)) }

    /// The current content of the page.
    var now: View { view.withLock { $0 } }

    /// Makes the page show that a reader is waiting for the tag of a seat.
    func hold(_ row: BatchRow, at reader: String) {
        view.withLock { $0.sights[reader] = Sight(seat: row.seat, step: .hold) }
    }

    /// Makes the page show the result of programming a tag.
    func report(_ step: Sight.Step, _ counts: BatchCounts, at reader: String) {
        view.withLock { view in
            view.sights[reader]?.step = step
            (view.verified, view.rows) = (counts.verified, counts.rows)
        }
    }

    /// Makes the page show that the batch run has ended.
    func end(_ counts: BatchCounts) {
        view.withLock { view in
            (view.verified, view.rows, view.hasEnded) = (counts.verified, counts.rows, true)
        }
    }
}

extension TagResult {
    /// The operator's next step after this result.
    var step: RunScreen.Sight.Step {
        switch outcome {
        case .verified, .doneAlready: .remove
        case .left(let failure), .notRead(let failure): .again(failure.words)
        case .setAside(let failure): .putAside(failure.words)
        case .noRowLeft: .putAside("no seat is waiting for a tag")
        }
    }
}
