import Synchronization

/// The changes that this server is currently making. Concurrent changes by other processes are handled by the services.
final class CallsInFlight: Sendable {
    private let keys = Mutex<Set<String>>([])

    /// Starts a change. Returns false if it is already in progress.
    func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }

    func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
}
