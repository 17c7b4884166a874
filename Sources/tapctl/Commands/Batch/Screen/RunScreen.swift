import Synchronization
import TagRegistry

/// The content of a page that shows a run in large letters: the seat and the next step.
final class RunScreen: Sendable {
    /// The current step at one reader.
    struct Sight: Hashable, Sendable {
        /// The next step of the person.
        enum Step: Hashable, Sendable {
            /// Hold a tag to the reader.
            case hold
            /// The tag is good: remove it.
            case remove
            /// The tag must be held to the reader again, with the reason.
            case again(String)
            /// The tag is set aside, with the reason.
            case putAside(String)
        }

        var seat: String
        var step: Step
    }

    /// The content of the page.
    struct View: Hashable, Sendable {
        var batch: String
        /// The steps, keyed by the reader's name.
        var sights: [String: Sight] = [:]
        var verified = 0
        var rows = 0
        /// Whether the run has ended.
        var hasEnded = false
    }

    private let view: Mutex<View>

    init(batch: String) { view = Mutex(View(batch: batch)) }

    /// The current content.
    var now: View { view.withLock { $0 } }

    /// Shows that a seat waits for a tag.
    func hold(_ row: BatchRow, at reader: String) {
        view.withLock { $0.sights[reader] = Sight(seat: row.seat, step: .hold) }
    }

    /// Shows the result of a tag.
    func report(_ step: Sight.Step, _ counts: BatchCounts, at reader: String) {
        view.withLock { view in
            view.sights[reader]?.step = step
            (view.verified, view.rows) = (counts.verified, counts.rows)
        }
    }

    /// Shows that the run has ended.
    func end(_ counts: BatchCounts) {
        view.withLock { view in
            (view.verified, view.rows, view.hasEnded) = (counts.verified, counts.rows, true)
        }
    }
}

extension TagResult {
    /// The person's next step after this result.
    var step: RunScreen.Sight.Step {
        switch outcome {
        case .verified, .doneAlready: .remove
        case .left(let failure), .notRead(let failure): .again(failure.words)
        case .setAside(let failure): .putAside(failure.words)
        case .noRowLeft: .putAside("no seat is waiting for a tag")
        }
    }
}
