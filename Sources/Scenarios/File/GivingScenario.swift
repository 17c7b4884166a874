package import Giving
package import TimeKit

/// A scripted test run with organizations, steps and expected results.
package struct GivingScenario: Equatable, Sendable {
    package var name: String
    /// The virtual time at which the scenario starts.
    package var clock: Timestamp
    /// The seed for all random numbers; nil if the file sets no seed.
    package var seed: UInt64?
    package var organizations: [Organization]
    package var steps: [ScenarioStep]

    /// The maximum size of a scenario file in bytes.
    package static let mostBytes = 256 << 10
    static let mostSteps = 1_000
    static let mostOrganizations = 50
    /// The maximum number of gifts in one step.
    static let mostRepeats = 10_000

    /// An organization in a scenario, with its aliases and funds.
    package struct Organization: Equatable, Sendable {
        package var line: Int
        package var id: String
        package var fields: OrganizationFields
        package var aliases: [String]
        package var funds: [Fund]
    }

    package struct Fund: Equatable, Sendable {
        package var id: String
        package var name: String
        package var offersOneTime: Bool
        package var offersMonthly: Bool
    }
}
