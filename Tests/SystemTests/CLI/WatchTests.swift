import TestSupport
import Testing

@Suite("tag watch") struct WatchTests {
    @Test("reports two tags once, and does not count them")
    func twoTags() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl sim tag new second.nfc >/dev/null
                printf '0 ms: put %s\\n' $TAG second.nfc > two.script
                tapctl tag watch --count 1 --wait 1 --json --reader sim:two.script 2>/dev/null | grep -c twoTags
                """)
            #expect(run.standardOutput == "1\n")
        }
    }
}
