import Dispatch
import Synchronization

/// A thread for calls that nobody but pcscd can end: whoever asked stops waiting when the time is over.
///
/// A call that is given up stays on the thread until pcscd answers; what is asked of the thread meanwhile waits for it.
final class PatientThread: Sendable {
    private let queue: DispatchQueue

    /// A thread with a name for debuggers.
    init(name: String) { queue = DispatchQueue(label: name) }

    /// Runs a call and waits for it; nil when the time is over.
    func run<Value: Sendable>(within limit: Duration, _ call: @escaping @Sendable () -> Value) -> Value? {
        let outcome = Outcome<Value>()
        queue.async { outcome.arrive(call()) }
        return outcome.wait(within: limit)
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let arrival = DispatchSemaphore(value: 0)

        func arrive(_ new: Value) {
            value.withLock { $0 = new }
            arrival.signal()
        }

        func wait(within limit: Duration) -> Value? {
            _ = arrival.wait(timeout: .now() + limit.milliseconds / 1000)
            return value.withLock { $0 }
        }
    }
}
