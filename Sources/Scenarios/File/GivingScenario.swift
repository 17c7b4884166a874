package import Giving
package import TimeKit

/// A test run of donations: what there is, what happens one after another, and what is expected of it.
package struct GivingScenario: Equatable, Sendable {
    /// What it is called.
    package var name: String
    /// When it begins.
    package var clock: Timestamp
    /// Where all chance starts.
    package var seed: UInt64?
    package var organizations: [Organization]
    package var steps: [ScenarioStep]

    /// Bytes of a file.
    package static let mostBytes = 256 << 10
    static let mostSteps = 1_000
    static let mostOrganizations = 50
    /// Gifts of one step.
    static let mostRepeats = 10_000

    /// An organization, with an account that may be charged.
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
