import Contracts
import MoneyKit
import Testing

@testable import Documents
@testable import Scenarios

/// Parsing of contracts in scenarios.
@Suite struct ScenarioContractTests {
    /// Reads a scenario whose eighth line is a step after that of a contract.
    private static func scenario(_ step: String) throws(ScenarioError) -> GivingScenario {
        try GivingScenario(
            yaml: """
                name: A test
                clock: 2026-11-22T09:00:00Z
                organizations:
                  - {id: Builder, funds: [1]}
                steps:
                  - contract: {as: roof, org: Builder, total: 50000, structure: upfront, send: true}
                  - reconcile
                  - \(step)
                """)
    }

    @Test("reads a contract with its milestones, and uses defaults for the rest")
    func contract() throws {
        let step = """
            contract: {as: house, org: Builder, total: 100, structure: milestones, \
            milestones: {One: 33.33, Two: 66.67}, release_after_days: 7, work_first: true}
            """
        guard case .product(let action) = try Self.scenario(step).steps[2].action else {
            Issue.record("no action of a product")
            return
        }
        let contract = try #require(action.verb as? ScenarioContract)
        #expect(contract.name == "house" && contract.org == "Builder" && !contract.isSent)
        #expect(
            contract.form.structure
                == .milestones([
                    Milestone("One", share: BasisPoints(3_333)), Milestone("Two", share: BasisPoints(6_667)),
                ]))
        #expect(contract.form.releaseAfterDays == 7 && !contract.form.fundsBefore)
        #expect(contract.form.payerEmail == "client@example.org" && contract.form.deliverables == ["house"])
    }

    @Test(
        "reads a command, by the side that usually gives it",
        arguments: [
            ("do: send", .perform(.send, by: .payee, reason: "")),
            ("do: accept, by: payer", .perform(.accept, by: .payer, reason: "")),
            ("do: request", .perform(.requestPayment, by: .payee, reason: "")),
            ("do: request, milestone: 2", .perform(.requestMilestone(2), by: .payee, reason: "")),
            ("do: complete", .perform(.complete, by: .payee, reason: "")),
            ("do: complete, milestone: 3", .perform(.completeMilestone(3), by: .payee, reason: "")),
            ("do: release, milestone: 1", .perform(.release(1), by: .payer, reason: "")),
            ("do: dispute, by: payer, reason: Late", .perform(.dispute, by: .payer, reason: "Late")),
            (
                "do: resolve, payer: 40, payee: 60",
                .perform(
                    .resolve(payer: BasisPoints(4_000), payee: BasisPoints(6_000)), by: .platform,
                    reason: "resolve")
            ),
            ("do: cancel, by: payer", .perform(.cancel, by: .payer, reason: "cancel")),
            (
                "do: pay, milestone: 2, key: k, times: 3",
                .pay(2, method: "pm_card_visa", key: "k", times: 3)
            ),
            ("do: challenge, outcome: failed", .challenge(1, passed: false)),
        ] as [(String, ScenarioCommand.Act)])
    func command(words: String, act: ScenarioCommand.Act) throws {
        let scenario = try Self.scenario("command: {contract: roof, \(words)}")
        let command = ScenarioCommand(contract: "roof", act: act)
        #expect(scenario.steps[2].action == .product(ProductAction(verb: command)))
    }

    @Test(
        "an error names the wrong line and its correction",
        arguments: [
            ("command: {contract: rof, do: pay}", .unknownName, "write roof"),
            ("command: {contract: roof, do: pai}", .malformedValue, "write pay"),
            ("command: {contract: roof}", .missingKey, "do"),
            ("command: {contract: roof, do: resolve, payer: 40}", .missingKey, "payee"),
            ("command: {contract: roof, do: resolve, payer: half, payee: 60}", .malformedValue, "33.33"),
            ("command: {contract: roof, do: pay, method: pm_card_vissa}", .unknownName, "pm_card_visa"),
            ("command: {contract: roof, do: pay, times: 101}", .malformedValue, "1 to 100"),
            ("contract: {as: roof, org: Builder, total: 1, structure: upfront}", .malformedValue, "another"),
            ("contract: {as: a, org: Bilder, total: 1, structure: upfront}", .unknownName, "write Builder"),
            ("contract: {as: a, org: Builder, total: 1, structure: up}", .malformedValue, "upfront"),
            ("contract: {as: a, org: Builder, total: 1, structure: milestones}", .missingKey, "milestones"),
            ("expect: {contracts: {roof: {status: done}}}", .malformedValue, "completed"),
            ("expect: {contracts: {roof: {stat: active}}}", .unknownKey, "status"),
            ("expect: {contracts: {rof: {status: active}}}", .unknownName, "roof"),
            ("expect: {held: much}", .malformedValue, "50.00"),
        ] as [(String, ScenarioError.Code, String)])
    func refuses(step: String, code: ScenarioError.Code, hint: String) throws {
        let error = try #require(throws: ScenarioError.self) { try Self.scenario(step) }
        #expect(error.code == code && error.line == 8)
        #expect(error.remedy.contains(hint), "\(error)")
    }
}
