import Synchronization
public import Testing

/// Runs a simulation with each seed, and records each problem with its seed.
///
/// - Parameters:
///   - seeds: The seeds; pass all 200 if an event in `wanted` is rare.
///   - width: The number of seeds that run at a time.
///   - wanted: The events that must happen, because an event that never happens is not tested.
///   - least: The number of times over 200 seeds that each event must exceed, and a proportional number over
///     fewer.
///   - problem: Runs one seed, reports its events, and returns the problem, or nil.
public func simulateEverySeed(
    _ seeds: [UInt64] = simulationSeeds, atATime width: Int = 4,
    seeing wanted: [String], moreThan least: Int = 2,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ problem: @escaping @Sendable (UInt64, (String) -> Void) async throws -> String?
) async throws {
    let done = Mutex<[String: Int]>([:])
    try await seeds.forEachConcurrently(atATime: width) { seed in
        let found = try await problem(seed) { what in done.withLock { $0[what, default: 0] += 1 } }
        if let found { Issue.record("TAPKIT_SEED=\(seed): \(found)", sourceLocation: sourceLocation) }
    }
    // The few seeds on PostgreSQL do not reach every event.
    guard seeds.count > 1, !TestStore.isPostgres else { return }
    let told = done.withLock { $0 }
    let least = least * seeds.count / propertySeeds.count
    for what in wanted { #expect(told[what, default: 0] > least, "\(what)", sourceLocation: sourceLocation) }
}
