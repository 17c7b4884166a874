import DatabaseKit
import Synchronization
import Testing

/// Values that are cached until the next commit.
@Suite struct VersionCacheTests {
    private let reads = Reads()

    @Test("a value is read once for each version, also if an older version is used again")
    func versions() async throws {
        let cache = VersionCache<String, Int>(limit: 9)
        let (old, new) = (DatabaseVersion("1"), DatabaseVersion("2"))
        for (version, value) in [(old, 1), (old, 1), (new, 2), (new, 2), (old, 3), (old, 3)] {
            #expect(try await cache.value(for: "a", at: version) { reads.next() } == value)
        }
    }

    @Test("without a version, and for a key without a value, nothing is cached")
    func uncached() async throws {
        let cache = VersionCache<String, Int>(limit: 9)
        for value in 1...3 {
            #expect(try await cache.value(for: "a", at: nil) { reads.next() } == value)
        }
        for _ in 1...2 {
            let none = try await cache.value(for: "b", at: DatabaseVersion("1")) {
                _ = reads.next()
                return nil
            }
            #expect(none == nil)
        }
        #expect(reads.count == 5)
    }

    @Test("a key beyond the limit removes the others")
    func limit() async throws {
        let (cache, version) = (VersionCache<Int, Int>(limit: 2), DatabaseVersion("1"))
        for key in [1, 2, 2, 1, 3, 3, 1] {
            _ = try await cache.value(for: key, at: version) { reads.next() }
        }
        #expect(reads.count == 4)
    }
}

/// Counts reads.
private final class Reads: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }

    func next() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }
}
