import Contracts
import Documents
import MoneyKit
import Testing

@testable import tapctl

/// The display of contracts.
@Suite struct ContractOutputTests {
    // C0-03, C0-54
    @Test("each status has a badge with its own word and symbol, even without color")
    func badges() {
        #expect(
            ContractStatus.allCases.map { $0.word(style: .plain) } == [
                "○ draft", "◔ pending signature", "● active", "✓ completed", "! disputed", "× canceled",
            ])
    }

    @Test(
        "a percentage is read to the hundredth",
        arguments: [("50", 5_000), ("33.33", 3_333), ("0.5", 50), ("100.00", 10_000)])
    func percent(text: String, points: Int64) {
        #expect(BasisPoints(percent: text)?.rawValue == points)
    }

    @Test("a malformed percentage is refused", arguments: ["", "-1", "100.01", "33.333", "1e2", "٣", "50%"])
    func noPercent(text: String) {
        #expect(BasisPoints(percent: text) == nil)
    }
}
