import Plans
import Testing

@testable import Documents
@testable import Scenarios

/// Plans in scenarios.
@Suite struct ScenarioPlanTests {
    /// Reads a scenario whose seventh line is a step after a subscription.
    private static func scenario(_ step: String) throws(ScenarioError) -> GivingScenario {
        try GivingScenario(
            yaml: """
                name: A test
                clock: 2026-11-22T09:00:00Z
                organizations:
                  - {id: Platform, funds: [1]}
                steps:
                  - subscribe: {subscriber: ann, plan: plus}
                  - \(step)
                """)
    }

    @Test(
        "reads a subscription and its changes",
        arguments: [
            (
                "subscribe: {subscriber: bob, price: price_starter_pro_monthly, key: k, times: 5}",
                ScenarioSubscription(
                    subscriber: "bob", choice: .price("price_starter_pro_monthly"), key: "k", times: 5)
            ),
            ("plan: {subscriber: ann, do: cancel}", change(.cancelAtPeriodEnd)),
            ("plan: {subscriber: ann, do: cancel_now}", change(.cancelNow)),
            ("plan: {subscriber: ann, do: resume}", change(.resume)),
            ("plan: {subscriber: ann, do: restore}", change(nil)),
            (
                "plan: {subscriber: ann, do: method, method: pm_card_mastercard}",
                change(.method("pm_card_mastercard"))
            ),
        ] as [(String, any ScenarioVerb)])
    func reads(step: String, verb: any ScenarioVerb) throws {
        #expect(try Self.scenario(step).steps[1].action == .product(ProductAction(verb: verb)))
    }

    private static func change(_ change: PlanChange?) -> ScenarioPlanChange {
        ScenarioPlanChange(subscriber: "ann", change: change)
    }

    @Test(
        "an error names the wrong line and its correction",
        arguments: [
            ("subscribe: {subscriber: bob}", .missingKey, "set exactly one of the two"),
            ("subscribe: {subscriber: bob, plan: plus, price: p}", .missingKey, "set exactly one of the two"),
            ("subscribe: {plan: plus}", .missingKey, "subscriber"),
            ("plan: {subscriber: anne, do: cancel}", .unknownName, "write ann"),
            ("plan: {subscriber: ann, do: stop}", .malformedValue, "cancel"),
            ("plan: {subscriber: ann, do: method}", .missingKey, "method"),
            ("expect: {plans: {ann: {status: paid}}}", .malformedValue, "active"),
            ("expect: {plans: {ann: {active: yes}}}", .malformedValue, "true or false"),
            ("expect: {plans: {ann: {paid_until: soon}}}", .malformedValue, "2026-11-22"),
        ] as [(String, ScenarioError.Code, String)])
    func refuses(step: String, code: ScenarioError.Code, hint: String) throws {
        let error = try #require(throws: ScenarioError.self) { try Self.scenario(step) }
        #expect(error.code == code && error.line == 7)
        #expect(error.remedy.contains(hint), "\(error)")
    }
}
