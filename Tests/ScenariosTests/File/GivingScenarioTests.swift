import Contracts
import DataFolderKit
import Foundation
import Giving
import Plans
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing

@testable import Documents
@testable import Scenarios

@Suite struct GivingScenarioTests {
    /// Returns a scenario with these steps after its own two.
    private static func text(_ steps: String) -> String {
        """
        name: A test
        clock: 2026-11-22T09:00:00Z
        organizations:
          - {id: Grace, funds: [12, {id: 13, monthly: false}]}
        steps:
          - gift: {org: Grace, as: first}
          - card: {as: mine, expires: 2027-03}
        \(steps)
        """
    }

    @Test(
        "reads every kind of step",
        arguments: [
            ("  - tap: https://example.org", .tap("https://example.org")),
            (
                "  - refund: {gift: first, amount: 20, reason: duplicate}",
                .refund(gift: "first", amount: "20", reason: "duplicate")
            ),
            ("  - change: {gift: first, amount: 60.00}", .change(gift: "first", .amount("60.00"))),
            ("  - change: {gift: first, method: mine}", .change(gift: "first", .method("mine"))),
            ("  - change: {gift: first, pause: true}", .change(gift: "first", .pause(until: nil))),
            (
                "  - dispute: {gift: first, evidence: loses}",
                .dispute(gift: "first", evidence: "losing_evidence")
            ),
            ("  - challenge: {gift: first, outcome: passed}", .challenge(gift: "first", passed: true)),
            ("  - advance: 31d", .advance(.seconds(31 * 86_400))),
            ("  - advance: {months: 12}", .advance(.months(12))),
            ("  - fault: none", .fault(ProcessorFaultPlan())),
            (
                "  - fault: {request: refund, number: 2, times: 2, is: answer_lost}",
                .fault(
                    ProcessorFaultPlan(
                        rules: [.init(.refund, 2, .answerLost), .init(.refund, 3, .answerLost)],
                        faults: [.answerLost]))
            ),
            (
                "  - fault: {events: [lost, twice]}", .fault(ProcessorFaultPlan(events: [.lost, .twice]))
            ),
            ("  - reconcile", .reconcile),
            ("  - payout: Grace", .payout("Grace")),
            (
                "  - close_fund: {org: Grace, fund: 12, successor: 13}",
                .closeFund(org: "Grace", fund: "12", successor: "13")
            ),
            ("  - reopen_fund: {org: Grace, fund: 12}", .reopenFund(org: "Grace", fund: "12")),
            ("  - suspend: Grace", .setStatus(org: "Grace", .suspended)),
            ("  - activate: Grace", .setStatus(org: "Grace", .active)),
            ("  - expect: {ledger: balanced}", .expect),
        ] as [(String, ScenarioAction)])
    func reads(step: String, action: ScenarioAction) throws {
        let scenario = try GivingScenario(yaml: Self.text(step))
        #expect(scenario.steps.last?.action == action)
        #expect(scenario.steps.last?.line == 8)
    }

    @Test(
        "names the calls that a fault affects",
        arguments: [
            ("{request: create_intent, is: answer_lost}", "fault: create_intent, call 1: answer_lost"),
            (
                "{request: create_intent, is: answer_lost, times: 3}",
                "fault: create_intent, calls 1 to 3: answer_lost"
            ),
        ])
    func faultSentence(fault: String, sentence: String) throws {
        let scenario = try GivingScenario(yaml: Self.text("  - fault: \(fault)"))
        #expect(scenario.steps.last?.action.sentence == sentence)
    }

    @Test("numbers the gifts of a repeat, and spreads them over its time")
    func repeats() throws {
        let step = "  - gift: {org: Grace, email: 'p{n}@x.org', as: 'p{n}', repeat: 400, over: 5m}"
        guard case .gift(let gift) = try GivingScenario(yaml: Self.text(step)).steps[2].action else {
            Issue.record("no gift")
            return
        }
        #expect(gift.numbered(7).email == "p7@x.org")
        #expect(gift.numbered(7).name == "p7")
        #expect([1, 2, 201, 400].map(gift.delay) == [0, 0, 150, 299])
    }

    /// A step, the code of its error, the line of the mistake, and what the remedy contains.
    @Test(
        "an error names the wrong line and its correction",
        arguments: [
            ("  - gfit: {org: Grace}", .unknownKey, 8, "write gift"),
            ("  - gift: {org: Grace, ammount: 50}", .unknownKey, 8, "write amount"),
            ("  - gift: {org: Grace, method: pm_card_vissa}", .unknownName, 8, "write pm_card_visa"),
            ("  - gift: {org: Grace, method: pm_card_foo}", .unknownName, 8, "processor.md#test-methods"),
            ("  - gift: {amount: 50}", .missingKey, 8, "set exactly one of the two"),
            ("  - gift: {org: Grace, as: first}", .malformedValue, 8, "{n}"),
            ("  - gift: {org: Grace, repeat: 10001}", .malformedValue, 8, "1 to 10000"),
            ("  - gift: {org: Grace, cover_fees: yes}", .malformedValue, 8, "true or false"),
            ("  - gift: [1, 2]", .wrongType, 8, "with the keys org"),
            ("  - refund: {gift: frist}", .unknownName, 8, "write first"),
            ("  - refund: {gift: first, amount: 1e3}", .malformedValue, 8, "50.00"),
            ("  - payout: Grce", .unknownName, 8, "write Grace"),
            ("  - advance: 31", .malformedValue, 8, "31d"),
            ("  - advance: {until: tomorrow}", .malformedValue, 8, "2026-11-22"),
            ("  - advance: 99999999999999999999d", .malformedValue, 8, "ten years"),
            ("  - change: {gift: first, day: 32}", .malformedValue, 8, "1 to 31"),
            ("  - change: {gift: first}", .malformedValue, 8, "retry"),
            ("  - fault: {request: creat_intent, is: answer_lost}", .malformedValue, 8, "create_intent"),
            ("  - fault: {is: answer_lost}", .missingKey, 8, "fault: none"),
            ("  - {gift: {org: Grace}, tap: x}", .malformedValue, 8, "separate steps"),
            ("  - expect: {ledgr: balanced}", .unknownKey, 8, "write ledger"),
            ("  - expect:\n      counts:\n        suceeded: 1", .unknownKey, 10, "write succeeded"),
            ("  - expect: {gifts: {second: {status: failed}}}", .unknownName, 8, "as:"),
            ("  - expect: {gifts: {first: {status: paid}}}", .malformedValue, 8, "succeeded"),
            ("  - expect: {funds: {Grace: {12: many}}}", .malformedValue, 8, "50.00"),
            ("  - card: {as: a, expires: soon}", .malformedValue, 8, "2027-03"),
            ("  - gift: &g {org: Grace}", .malformedYAML, 8, "write the full value"),
            ("  - gift: *g", .malformedYAML, 8, "write the full value"),
            ("  - gift: {org: Grace", .malformedYAML, 8, "close each { with }"),
            ("  - gift: [a, b", .malformedYAML, 8, "close each [ with ]"),
            ("  - gift: \"Grace", .malformedYAML, 8, "same quotation mark"),
            ("  - gift: org: Grace", .malformedYAML, 8, "on its own line"),
            ("  - gift: @Grace", .malformedYAML, 8, "in quotation marks"),
            ("  - gift: \"a\\qb\"", .malformedYAML, 8, "single quotation marks"),
            ("  - gift: \u{1}", .malformedYAML, 8, "remove the character"),
            ("  - reconcile\n---\n- x", .malformedYAML, 9, "its own file"),
            ("\t- gift: {org: Grace}", .malformedYAML, 8, "spaces, not tabs"),
            ("  - gift: {org: Grace, org: Grace}", .malformedYAML, 8, "keep only one"),
        ] as [(String, ScenarioError.Code, Int, String)])
    func refuses(step: String, code: ScenarioError.Code, line: Int, hint: String) throws {
        let error = try #require(throws: ScenarioError.self) { try GivingScenario(yaml: Self.text(step)) }
        #expect(error.code == code)
        #expect(error.line == line)
        #expect(error.remedy.contains(hint), "\(error)")
    }

    @Test(
        "quotes the key and the wrong value",
        arguments: [
            (
                "  - fault: {request: create_intent, is: anwser_lost}",
                #"`is` has the unknown value "anwser_lost""#
            ),
            ("  - advance: 31", #"`advance` has the invalid value "31""#),
        ])
    func quotes(step: String, reason: String) throws {
        let error = try #require(throws: ScenarioError.self) { try GivingScenario(yaml: Self.text(step)) }
        #expect(error.reason == reason)
    }

    @Test("describes a syntax error in plain words, with its line and column")
    func describes() throws {
        let error = try #require(throws: ScenarioError.self) {
            try GivingScenario(yaml: Self.text("  - gift: {org: Grace]"))
        }
        #expect((error.line, error.column) == (8, 11))
        #expect(
            error.reason
                == "the map that begins here has no closing }, or a comma is missing before line 8, column 22"
        )
        #expect(
            CommandError(error, in: "x.yaml").reason.hasPrefix("line 8, column 11: the map that begins here"))
    }

    @Test(
        "refuses a file without required keys, and one over a limit",
        arguments: [
            ("", .malformedYAML), ("name: x", .missingKey), ("- x", .wrongType), ("x", .wrongType),
            (String(repeating: "#", count: GivingScenario.mostBytes + 1), .limitExceeded),
            (String(repeating: "[", count: 100_000), .malformedYAML),
            (String(repeating: "- ", count: 100_000), .malformedYAML),
            (String(repeating: "? - ", count: 50_000), .malformedYAML),
            (String(repeating: "- ", count: 100) + "x", .limitExceeded),
            (text(String(repeating: "  - reconcile\n", count: 1_001)), .limitExceeded),
        ] as [(String, ScenarioError.Code)])
    func refusesWhole(text: String, code: ScenarioError.Code) throws {
        let error = try #require(throws: ScenarioError.self) { try GivingScenario(yaml: text) }
        #expect(error.code == code)
    }

    @Test("docs/scenarios.md names every key, and its examples are valid")
    func isDocumented() throws {
        let file = SharedFixtures.projectFolder.appending(path: "docs/scenarios.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let reader = ScenarioReader(Products.all)
        let keys =
            ScenarioReader.keys + ScenarioReader.organizationKeys + ScenarioReader.fundKeys
            + reader.actions + ScenarioReader.giftKeys + ScenarioReader.faultKeys
            + reader.expectationKeys + ScenarioReader.changes
            + ScenarioExpectation.GiftField.allCases.map(\.rawValue)
            + ScenarioExpectation.MonthlyField.allCases.map(\.rawValue)
            + ScenarioExpectation.BalanceField.allCases.map(\.rawValue)
            + ScenarioExpectation.StatementField.allCases.map(\.rawValue)
            + ProcessorFaultPlan.Operation.allCases.map(\.rawValue)
            + ProcessorFaultPlan.Fault.allCases.map(\.rawValue)
            + ProcessorFaultPlan.EventFault.allCases.map(\.rawValue)
            + Gift.Status.allCases.map(\.rawValue)
            + ScenarioReader.contractKeys + ScenarioReader.commandKeys + ScenarioReader.commands
            + ScenarioContractField.allCases.map(\.rawValue)
            + PaymentStructure.Kind.allCases.map(\.rawValue)
            + ScenarioDependent.keys + ScenarioApproval.keys
            + ScenarioDependentField.allCases.map(\.rawValue)
            + ScenarioSubscription.keys + ScenarioPlanChange.keys + ScenarioPlanChange.changes
            + ScenarioPlanField.allCases.map(\.rawValue) + PlanStatus.View.allCases.map(\.rawValue)
        for key in keys { #expect(page.contains("`\(key)`"), "\(key) is not documented") }
        let blocks = page.components(separatedBy: "```yaml\n").dropFirst()
        #expect(blocks.count >= 2)
        for block in blocks {
            let example = block.components(separatedBy: "```")[0]
            let text = example.hasPrefix("name:") ? example : Self.text(example)
            #expect(throws: Never.self, "\(example)") { try GivingScenario(yaml: text) }
        }
    }

    @Test("accepts & and * within a text")
    func ampersands() throws {
        let step = "  - gift: {org: Grace, donor: 'Tom & Jerry', email: a&b*c@example.org}"
        _ = try GivingScenario(yaml: Self.text(step))
    }

    @Test("damage to a file never makes it trap", arguments: propertySeeds)
    func damage(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let folder = SharedFixtures.projectFolder.appending(path: "fixtures/scenarios")
        let file = folder.appending(path: "sunday-morning.yaml")
        var bytes = Array(try Data(contentsOf: file))
        let signs = Array("\n\t -:{}[],&*!|>'\"%@`#?~0\0".utf8)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = signs.randomElement(using: &random) ?? 0
            case 1: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(index..<min(bytes.count, index + 40))
            default: bytes.insert(contentsOf: signs.shuffled(using: &random), at: index)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ScenarioError) { _ = try GivingScenario(yaml: text) } catch {
            #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
        }
        let noise = String(decoding: random.bytes(400), as: UTF8.self)
        #expect(throws: ScenarioError.self) { try GivingScenario(yaml: noise) }
    }
}
