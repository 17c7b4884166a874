import Testing

@testable import Documents
@testable import Scenarios

/// Dependents' fees in scenarios.
@Suite struct ScenarioDependentTests {
    /// Reads a scenario whose seventh line is a step after that of a dependent.
    private static func scenario(_ step: String) throws(ScenarioError) -> GivingScenario {
        try GivingScenario(
            yaml: """
                name: A test
                clock: 2026-11-22T09:00:00Z
                organizations:
                  - {id: Agency, currency: sar, funds: [1]}
                steps:
                  - dependent: {as: husam, org: Agency, fee: 200, due_in_days: 12}
                  - \(step)
                """)
    }

    @Test(
        "reads an enrollment and an approval, and uses defaults for what is left out",
        arguments: [
            (
                "dependent: {as: sarah, org: Agency}",
                ScenarioDependent(name: "sarah", org: "Agency", fee: nil, dueInDays: 30)
            ),
            (
                "dependent: {as: noura, org: Agency, fee: 150.50, due_in_days: -2}",
                ScenarioDependent(name: "noura", org: "Agency", fee: "150.50", dueInDays: -2)
            ),
            ("approve: {dependent: husam}", ScenarioApproval(dependent: "husam")),
            (
                "approve: {dependent: husam, method: pm_card_mastercard, times: 5, challenge: failed}",
                ScenarioApproval(
                    dependent: "husam", method: "pm_card_mastercard", times: 5, passesChallenge: false)
            ),
        ] as [(String, any ScenarioVerb)])
    func reads(step: String, verb: any ScenarioVerb) throws {
        #expect(try Self.scenario(step).steps[1].action == .product(ProductAction(verb: verb)))
    }

    @Test(
        "an error names the wrong line and its correction",
        arguments: [
            ("dependent: {as: husam, org: Agency}", .malformedValue, "another"),
            ("dependent: {as: a, org: Agensy}", .unknownName, "write Agency"),
            ("dependent: {as: a, org: Agency, fee: much}", .malformedValue, "50.00"),
            ("dependent: {as: a, org: Agency, due_in_days: soon}", .malformedValue, "whole number"),
            ("approve: {dependent: husan}", .unknownName, "write husam"),
            ("approve: {dependent: husam, challenge: perhaps}", .malformedValue, "passed"),
            ("approve: {dependent: husam, times: 0}", .malformedValue, "1 to 100"),
            ("expect: {dependents: {husam: {status: paid}}}", .malformedValue, "confirmed"),
            ("expect: {dependents: {husam: {stat: listed}}}", .unknownKey, "status"),
        ] as [(String, ScenarioError.Code, String)])
    func refuses(step: String, code: ScenarioError.Code, hint: String) throws {
        let error = try #require(throws: ScenarioError.self) { try Self.scenario(step) }
        #expect(error.code == code && error.line == 7)
        #expect(error.remedy.contains(hint), "\(error)")
    }
}
