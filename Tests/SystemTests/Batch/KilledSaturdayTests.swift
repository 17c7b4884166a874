import Foundation
import TestSupport
import Testing

/// A church's Saturday with the real program. Some tags in the box are bad, some are pulled away, and
/// `kill -9` ends the program at every kind of journal write.
@Suite(.serialized) struct KilledSaturdayTests {
    /// As many as a church has, where there is time for it.
    static let seats = isFullRun ? 300 : 24

    @Test(
        "at the end each seat has one verified tag, no tag two seats, each fault its reason, and the export is what the tags hold",
        arguments: longRunSeeds.prefix(isFullRun ? 3 : 1))
    func saturday(seed: UInt64) async throws {
        try await Scratch.with { scratch in
            let start = ContinuousClock.now
            var saturday = try await KilledSaturday(in: scratch, seats: Self.seats, seed: seed)
            try await saturday.work()
            let comment = Comment("TAPKIT_SEED=\(seed); \(saturday.tally)")
            #expect(saturday.pending.isEmpty, "never killed at \(saturday.pending); \(comment)")
            try await saturday.checkExport(comment)
            try await saturday.checkReasons(comment)
            print("Saturday of \(Self.seats) seats in \(ContinuousClock.now - start): \(saturday.tally)")
        }
    }
}
