import Giving
package import TimeKit

/// A scripted test run with organizations, steps and expected results.
package struct GivingScenario: Equatable, Sendable {
    package var name: String
    /// The virtual time at which the scenario starts.
    package var clock: Timestamp
    /// The seed for all random numbers; nil if the file sets no seed.
    package var seed: UInt64?
    var organizations: [Organization]
    package var steps: [ScenarioStep]

    /// The maximum size of a scenario file in bytes.
    static let mostBytes = 256 << 10
    static let mostSteps = 1_000
    static let mostOrganizations = 50
    /// The maximum number of gifts in one step.
    static let mostRepeats = 10_000

    /// An organization in a scenario, with its aliases and funds.
    struct Organization: Equatable, Sendable {
        var line: Int
        var id: String
        var fields: OrganizationFields
        var aliases: [String]
        var funds: [Fund]
    }

    struct Fund: Equatable, Sendable {
        var id: String
        var name: String
        var offersOneTime: Bool
        var offersMonthly: Bool
    }
}
