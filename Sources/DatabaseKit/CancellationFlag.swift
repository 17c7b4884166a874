import Synchronization

/// Whether a task was canceled, for work that runs on another thread.
package final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    package init() {}

    package var isSet: Bool { value.load(ordering: .relaxed) }

    package func set() { value.store(true, ordering: .relaxed) }
}
