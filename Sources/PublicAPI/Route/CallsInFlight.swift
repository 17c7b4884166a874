import Synchronization

/// Which changes are being made by this server; what another program makes is joined by the service.
final class CallsInFlight: Sendable {
    private let keys = Mutex<Set<String>>([])

    /// Whether nobody else is at it.
    func begin(_ key: String) -> Bool { keys.withLock { $0.insert(key).inserted } }

    func end(_ key: String) { keys.withLock { _ = $0.remove(key) } }
}
