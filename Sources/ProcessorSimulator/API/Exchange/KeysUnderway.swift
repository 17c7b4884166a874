import Synchronization

/// The idempotency keys whose first request still runs.
final class KeysUnderway: Sendable {
    private let keys = Mutex<Set<String>>([])

    /// Whether nobody else uses the key now; then it is used until ``end(_:)``.
    func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }

    /// The request has ended.
    func end(_ key: String) { _ = keys.withLock { $0.remove(key) } }
}
