import Foundation
public import SimulationKit

/// The seeds that a property is tried with: 200, or the one that `TAPKIT_SEED` names.
public let propertySeeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["TAPKIT_SEED"], let seed = UInt64(text) { return [seed] }
    return Array(1...200)
}()

extension SeededGenerator {
    /// `count` random bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}
