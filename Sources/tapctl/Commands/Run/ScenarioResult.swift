import TimeKit

/// What became of a scenario.
struct ScenarioResult: Sendable {
    var file: String
    var name: String
    var seed: UInt64
    var steps: [Step] = []
    /// Where the virtual clock stood at the end.
    var end: Timestamp
    var milliseconds = 0
    /// How many requests went over HTTP; nil where the processor was asked in process.
    var requestsOverHTTP: Int?

    /// What became of a step.
    struct Step: Sendable {
        var line: Int
        /// The key of its action.
        var action: String
        /// What was done, for people.
        var what: String
        /// When, by the virtual clock.
        var time: Timestamp
        /// What came of it, for people.
        var result: String
        var checks: [Check]

        var passed: Bool { checks.allSatisfy(\.passed) }
    }

    /// One expectation, and what was found.
    struct Check: Sendable {
        var line: Int
        var title: String
        var expected: String
        var found: String
        var passed: Bool
    }

    var passed: Bool { steps.allSatisfy(\.passed) }
    var checks: [Check] { steps.flatMap(\.checks) }
    var failures: Int { checks.count { !$0.passed } }
}
