package import TimeKit

/// The result of a scenario.
package struct ScenarioResult: Sendable {
    package var file: String
    package var name: String
    package var seed: UInt64
    package var steps: [Step] = []
    /// The virtual time at the end.
    package var end: Timestamp
    package var milliseconds = 0
    /// The number of requests over HTTP; nil if the processor was called in process.
    package var requestsOverHTTP: Int?

    /// The result of a step.
    package struct Step: Sendable {
        package var line: Int
        /// The key of its action.
        package var action: String
        /// The description of the action, for people.
        package var what: String
        /// The virtual time at which the action started.
        package var time: Timestamp
        /// The outcome, for people.
        package var result: String
        package var checks: [Check]

        package var passed: Bool { checks.allSatisfy(\.passed) }
    }

    /// An expectation, and the value that was found.
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
