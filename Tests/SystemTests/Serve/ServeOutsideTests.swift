import Foundation
import TestSupport
import Testing

/// M-2: events at a served processor while `tapctl serve` runs and while it is down.
@Suite struct ServeOutsideTests {
    @Test("a refund at the processor reaches the donor by webhook, or by reading events after a restart")
    func refunds() async throws {
        try await Scratch.with { scratch in
            let processor = try RunningProgram(
                ["tapctl", "processor", "serve", "--data", "processor", "--port", "0"], in: scratch.folder)
            let listening = try #require(await processor.lines.first { $0.hasPrefix("listening on ") })
            let there = String(listening.dropFirst("listening on ".count).prefix { $0 != " " })
            let made = try await scratch.run(
                """
                umask 077; export TAPCTL_PROCESSOR=\(there)
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                curl -s -u sk_test_tapctl: \(there)/v1/webhook_endpoints -d url=http://127.0.0.1:9/ \\
                    -d 'enabled_events[]=refund.created' > endpoint
                jq -r .secret endpoint > hook.secret; jq -r .id endpoint > id
                """)
            #expect(made.exitCode == 0, "\(made.standardOutput)\(made.standardError)")
            let serve = ["--processor", there, "--webhook-secret", "hook.secret"]
            let server = try await ServedPages(serve, in: scratch)
            let run = try await scratch.run(
                """
                export TAPCTL_PROCESSOR=\(there)
                curl -s -o none -u sk_test_tapctl: \(there)/v1/webhook_endpoints/$(cat id) \\
                    -d url=\(server.address)/webhooks/processor
                tapctl gift make --org Grace --fund 12 --amount 20 --method pm_card_visa --name A \\
                    --email a@example.org --json > gift
                jq -r .payment_intent gift > intent
                curl -s -u sk_test_tapctl: \(there)/v1/refunds -d payment_intent=$(cat intent) -d amount=500 \\
                    | jq -r .status
                \(Self.waiting(for: "of your gift of 20.00 USD"))
                """)
            #expect(run.standardOutput == "succeeded\nof your gift of 20.00 USD\n", "\(run.standardError)")
            _ = try await server.end()
            let down = try await scratch.run(
                """
                curl -s -u sk_test_tapctl: \(there)/v1/refunds -d payment_intent=$(cat intent) | jq -r .amount
                """)
            #expect(down.standardOutput == "1500\n")
            let again = try await ServedPages(["--processor", there], in: scratch)
            let told = try await scratch.run(
                """
                export TAPCTL_PROCESSOR=\(there)
                \(Self.waiting(for: "Your gift of 20.00 USD"))
                tapctl gift show $(jq -r .id gift) --json | jq -r '.status, .refunded_minor, .receipt_number'
                tapctl ledger check --json | jq -r .balanced
                tapctl gift refund $(jq -r .id gift) 2>&1 || echo "exit $?"
                """)
            #expect(
                told.standardOutput.hasPrefix("Your gift of 20.00 USD\nrefunded\n2000\nnull\ntrue\n"),
                "\(told.standardOutput)\(told.standardError)")
            #expect(told.standardOutput.contains("nothing is left to refund"), "\(told.standardOutput)")
            _ = try await again.end()
            processor.signal(SIGTERM)
        }
    }

    /// Waits until an e-mail with these words is in the outbox, and prints them.
    private static func waiting(for words: String) -> String {
        """
        for i in $(seq 300); do grep -oh "\(words)" data/outbox/note_*.eml 2> none && break; sleep 0.1; done
        """
    }
}
