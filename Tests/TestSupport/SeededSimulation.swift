import Synchronization
public import Testing

/// Plays a simulation with every seed: whatever is wrong with one is recorded with it, and so is what was hardly tried.
///
/// - Parameters:
///   - width: How many seeds at a time.
///   - wanted: What has to happen: what never happens is not tried.
///   - least: More often than this, over all seeds.
///   - problem: Plays one seed and tells what it does; nil where nothing is wrong.
public func simulateEverySeed(
    atATime width: Int = 4, seeing wanted: [String], moreThan least: Int = 2,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ problem: @escaping @Sendable (UInt64, (String) -> Void) async throws -> String?
) async throws {
    let done = Mutex<[String: Int]>([:])
    try await propertySeeds.forEachConcurrently(atATime: width) { seed in
        let found = try await problem(seed) { what in done.withLock { $0[what, default: 0] += 1 } }
        if let found { Issue.record("TAPKIT_SEED=\(seed): \(found)", sourceLocation: sourceLocation) }
    }
    guard propertySeeds.count > 1 else { return }
    let told = done.withLock { $0 }
    for what in wanted { #expect(told[what, default: 0] > least, "\(what)", sourceLocation: sourceLocation) }
}
