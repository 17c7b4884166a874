package import TimeKit

/// The result of running a scenario.
package struct ScenarioResult: Sendable {
    package var file: String
    package var name: String
    var seed: UInt64
    package var steps: [Step] = []
    /// The virtual time at the end of the run.
    package var end: Timestamp
    package var milliseconds = 0
    /// The number of HTTP requests to the processor, or nil if the processor was called directly.
    package var requestsOverHTTP: Int?

    /// The result of one step.
    package struct Step: Sendable {
        package var line: Int
        /// The key of the step's action.
        var action: String
        /// A human-readable description of the action.
        package var what: String
        /// The virtual time at which the action started.
        var time: Timestamp
        /// A human-readable description of the outcome.
        package var result: String
        package var checks: [Check]

        package var passed: Bool { checks.allSatisfy(\.passed) }
    }

    /// The comparison of an expected value with the actual value.
    package struct Check: Sendable {
        package var line: Int
        package var title: String
        package var expected: String
        package var found: String
        package var passed: Bool
    }

    package var passed: Bool { steps.allSatisfy(\.passed) }
    package var checks: [Check] { steps.flatMap(\.checks) }
    package var failures: Int { checks.count { !$0.passed } }
}
