import Synchronization

/// A record of the host that accepted the last connection. The next attempt to connect starts with this host.
final class HostMemory: Sendable {
    private let index = Atomic(0)

    /// The index of the host that accepted the last connection.
    var first: Int {
        get { index.load(ordering: .relaxed) }
        set { index.store(newValue, ordering: .relaxed) }
    }
}
