import Foundation
import Testing
import TimeKit

@testable import Scenarios

@Suite struct JUnitReportTests {
    @Test("is well-formed XML with any texts")
    func escapes() throws {
        let nasty = "<a b=\"1\">&amp; ]]> ' \u{1} \u{FFFE} \n\u{202E}"
        let check = ScenarioResult.Check(
            line: 3, title: nasty, expected: nasty, found: nasty, passed: false)
        let start = Timestamp(seconds: 0)
        let steps = [
            ScenarioResult.Step(
                line: 2, action: "gift", what: nasty, time: start, result: nasty, checks: [check]),
            ScenarioResult.Step(
                line: 4, action: "gift", what: "b", time: start, result: "done", checks: []),
        ]
        let result = ScenarioResult(
            file: nasty, name: nasty, seed: 1, steps: steps, end: start, milliseconds: 1_042)
        let text = JUnitReport(results: [result, result]).text
        #expect(text.contains("tests=\"4\" failures=\"2\""))
        #expect(text.contains("time=\"1.042\""))
        for forbidden in ["<a", "\u{1}", "\u{FFFE}", "]]>"] { #expect(!text.contains(forbidden)) }
        #expect(text.split(separator: "<failure ").count == 3)
    }

    @Test("amounts are equal with and without zeros at the end")
    func amounts() {
        func holds(_ expected: String, _ found: String) -> Bool {
            ScenarioExpectation(line: 1, subject: .platformNet, expected: expected).holds(for: found)
        }
        #expect(holds("50", "50.00"))
        #expect(holds("-0.30", "-0.30"))
        #expect(!holds("50", "5.00"))
        #expect(!holds("100", "1"))
        #expect(!holds("50.01", "50.00"))
    }
}
