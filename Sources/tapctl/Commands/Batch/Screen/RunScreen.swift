import Synchronization
import TagRegistry

/// What a page for the whole aisle shows of a run: the seat in large letters, and what to do now.
final class RunScreen: Sendable {
    /// What one reader waits for.
    struct Sight: Hashable, Sendable {
        /// What has to be done.
        enum Step: Hashable, Sendable {
            /// Hold a tag to the reader.
            case hold
            /// The tag is good: take it away.
            case remove
            /// The tag has to come again, and why.
            case again(String)
            /// The tag is set aside, and why.
            case putAside(String)
        }

        var seat: String
        var step: Step
    }

    /// All that the page shows.
    struct View: Hashable, Sendable {
        var batch: String
        /// By the reader's name.
        var sights: [String: Sight] = [:]
        var verified = 0
        var rows = 0
        /// The run is over.
        var hasEnded = false
    }

    private let view: Mutex<View>

    init(batch: String) { view = Mutex(View(batch: batch)) }

    /// What there is to see now.
    var now: View { view.withLock { $0 } }

    /// A seat waits for a tag.
    func hold(_ row: BatchRow, at reader: String) {
        view.withLock { $0.sights[reader] = Sight(seat: row.seat, step: .hold) }
    }

    /// A tag was dealt with.
    func report(_ step: Sight.Step, _ counts: BatchCounts, at reader: String) {
        view.withLock { view in
            view.sights[reader]?.step = step
            (view.verified, view.rows) = (counts.verified, counts.rows)
        }
    }

    /// The run is over.
    func end(_ counts: BatchCounts) {
        view.withLock { view in
            (view.verified, view.rows, view.hasEnded) = (counts.verified, counts.rows, true)
        }
    }
}

extension TagResult {
    /// What to do with the tag now.
    var step: RunScreen.Sight.Step {
        switch outcome {
        case .verified, .doneAlready: .remove
        case .left(let failure), .notRead(let failure): .again(failure.words)
        case .setAside(let failure): .putAside(failure.words)
        case .noRowLeft: .putAside("no seat waits for a tag")
        }
    }
}
