import Foundation
public import SimulationKit

/// The seeds with which a property is tested: 200, 8 on PostgreSQL, or the one in `TAPKIT_SEED`.
public let propertySeeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["TAPKIT_SEED"], let seed = UInt64(text) { return [seed] }
    // On PostgreSQL, a transaction takes about ten times as long.
    return Array(1...(TestStore.isPostgres ? 8 : 200))
}()

/// Whether tests use all seeds and whole spaces: `scripts/test --all` sets `TAPKIT_FULL`.
public let isFullRun = ProcessInfo.processInfo.environment["TAPKIT_FULL"] != nil

/// The seeds of a simulation that takes up to a second: 100, all 200 if `TAPKIT_FULL` is set, or the one that
/// `TAPKIT_SEED` names.
public let simulationSeeds: [UInt64] = fewer(100, "simulations")

/// The seeds of a property that takes more than 50 ms for each: 40, all 200 if `TAPKIT_FULL` is set, or the
/// one that `TAPKIT_SEED` names.
public let fewerSeeds: [UInt64] = fewer(40, "slow properties")

/// The seeds of a test that takes several seconds: 4, all 200 if `TAPKIT_FULL` is set, or the one that
/// `TAPKIT_SEED` names.
public let longRunSeeds: [UInt64] = fewer(4, "long runs")

private func fewer(_ count: Int, _ kind: String) -> [UInt64] {
    if propertySeeds.count == 1 || isFullRun { return propertySeeds }
    print("\(kind): \(count) of \(propertySeeds.count) seeds; scripts/test --all tries all")
    return Array(propertySeeds.prefix(TestStore.isPostgres ? 4 : count))
}

extension Sequence where Self: Sendable, Element: Sendable {
    /// Runs `work` on all elements, at most `width` at a time.
    public func forEachConcurrently(
        atATime width: Int, _ work: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, element) in enumerated() {
                if index >= width { try await group.next() }
                group.addTask { try await work(element) }
            }
            try await group.waitForAll()
        }
    }
}

extension SeededGenerator {
    /// Returns `count` random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }

    /// Returns the text's bytes with up to three random changes: a removed part, a random byte or one of the
    /// pieces.
    public mutating func mutation(of text: String, with pieces: [String]) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 0...3, using: &self) {
            let position = Int.random(in: 0...bytes.count, using: &self)
            switch Int.random(in: 0...2, using: &self) {
            case 0: bytes.insert(contentsOf: (pieces.randomElement(using: &self) ?? "").utf8, at: position)
            case 1: bytes.insert(.random(in: .min ... .max, using: &self), at: position)
            default: bytes.removeSubrange(position..<min(bytes.count, position + 5))
            }
        }
        return bytes
    }
}
