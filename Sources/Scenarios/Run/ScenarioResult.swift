package import TimeKit

/// What became of a scenario.
package struct ScenarioResult: Sendable {
    package var file: String
    package var name: String
    package var seed: UInt64
    package var steps: [Step] = []
    /// Where the virtual clock stood at the end.
    package var end: Timestamp
    package var milliseconds = 0
    /// How many requests went over HTTP; nil where the processor was asked in process.
    package var requestsOverHTTP: Int?

    /// What became of a step.
    package struct Step: Sendable {
        package var line: Int
        /// The key of its action.
        package var action: String
        /// What was done, for people.
        package var what: String
        /// When, by the virtual clock.
        package var time: Timestamp
        /// What came of it, for people.
        package var result: String
        package var checks: [Check]

        package var passed: Bool { checks.allSatisfy(\.passed) }
    }

    /// One expectation, and what was found.
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
