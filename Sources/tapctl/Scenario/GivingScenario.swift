import Giving
import TimeKit

/// A test run of donations: what there is, what happens one after another, and what is expected of it.
struct GivingScenario: Equatable, Sendable {
    /// What it is called.
    var name: String
    /// When it begins.
    var clock: Timestamp
    /// Where all chance starts.
    var seed: UInt64?
    var organizations: [Organization]
    var steps: [ScenarioStep]

    /// Bytes of a file.
    static let mostBytes = 256 << 10
    static let mostSteps = 1_000
    static let mostOrganizations = 50
    /// Gifts of one step.
    static let mostRepeats = 10_000

    /// An organization, with an account that may be charged.
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
