import Synchronization
import TagKit

/// A reader that measures the time since it detected its first tag.
final class StopwatchReader: TagReader {
    private let base: any TagReader
    private let found = Mutex<ContinuousClock.Instant?>(nil)

    init(_ reader: any TagReader) { base = reader }

    var name: String { base.name }
    var capabilities: ReaderCapabilities { base.capabilities }

    /// The milliseconds since the first tag was detected; 0 if no tag has been detected.
    var milliseconds: Int {
        Int((found.withLock { $0 } ?? .now).duration(to: .now) / .milliseconds(1))
    }

    func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        let tag = try await base.select(within: limit)
        found.withLock { $0 = $0 ?? .now }
        return tag
    }

    func reselect() async throws(TagError) { try await base.reselect() }
    func powerCycle() async throws(TagError) { try await base.powerCycle() }
    func send(_ command: TagCommand) async throws(TagError) -> [UInt8] { try await base.send(command) }
    func waitForRemoval(within limit: Duration) async throws(TagError) {
        try await base.waitForRemoval(within: limit)
    }
    func close() async { await base.close() }
}
