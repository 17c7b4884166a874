import Synchronization

/// The changes that this server process is currently making. While a change is in progress, a second request
/// with the same API key and idempotency key is refused.
///
/// Changes by other processes are not included. The services detect concurrent changes by other processes.
final class CallsInFlight: Sendable {
    private let keys = Mutex<Set<String>>([])

    /// Registers a change as started. Returns false if the change is already in progress.
    func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }

    func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
}
