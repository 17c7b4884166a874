import Foundation
import TestSupport
import Testing

/// The processor's events at `/webhooks/processor`, over real sockets on both sides.
@Suite struct ServeWebhookTests {
    // B3-34, B3-37, B3-40, C0-55
    @Test("accepts a signed event, and refuses a forged, old or oversized one and other methods")
    func taken() async throws {
        try await Scratch.with { scratch in
            let processor = try RunningProgram(
                ["tapctl", "processor", "serve", "--data", "processor", "--port", "0"], in: scratch.folder)
            let listening = try #require(await processor.lines.first { $0.hasPrefix("listening on ") })
            let there = String(listening.dropFirst("listening on ".count).prefix { $0 != " " })
            let made = try await scratch.run(
                """
                umask 077; export TAPCTL_PROCESSOR=\(there)
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                curl -s -u sk_test_tapctl: \(there)/v1/webhook_endpoints -d url=http://127.0.0.1:9/ \
                    -d 'enabled_events[]=*' > endpoint
                jq -r .secret endpoint > hook.secret; jq -r .id endpoint > id
                """)
            #expect(made.exitCode == 0, "\(made.standardOutput)\(made.standardError)")
            let server = try await ServedPages(
                ["--processor", there, "--webhook-secret", "hook.secret", "--log-level", "info"], in: scratch)
            let run = try await scratch.run(
                """
                export TAPCTL_PROCESSOR=\(there) here=\(server.address)/webhooks/processor
                curl -s -o none -u sk_test_tapctl: \(there)/v1/webhook_endpoints/$(cat id) -d url=$here
                tapctl gift make --org Grace --fund 12 --amount 20 --method pm_card_visa --name A \
                    --email a@example.org > gift
                until tapctl processor deliveries --json | jq -e '.data[] | select(.type == "charge.succeeded")' \
                    > delivery; do sleep 0.1; done
                jq -r .status delivery
                code() { curl -s -o answer -w '%{http_code} ' "$@"; }
                code -d '{}' $here; cat answer
                code -d '{}' -H 'Stripe-Signature: t=1700000000,v1=00' $here
                code $here
                head -c 300000 /dev/zero | code --data-binary @- $here
                """)
            let words = run.standardOutput.split(whereSeparator: \.isWhitespace)
            #expect(words.first == "200", "\(run.standardOutput)\(run.standardError)")
            #expect(run.standardOutput.contains(#"400 {"error":"#), "\(run.standardOutput)")
            #expect(run.standardOutput.contains("Invalid signature"))
            #expect(run.standardOutput.hasSuffix("400 405 413 "), "\(run.standardOutput)")
            let signed = try await scratch.run(
                """
                export TAPCTL_PROCESSOR=\(there) here=\(server.address)/webhooks/processor
                curl -s -u sk_test_tapctl: \(there)/v1/events -d limit=1 -G | jq -c '.data[0] | .id = "evt_one"' | tr -d '\\n' > event
                jq . event > written-again
                at=$(date +%s)
                sign() { printf 't=%s,v1=%s' $at \
                    $({ printf '%s.' $at; cat event; } | openssl dgst -sha256 -hmac "$1" | sed 's/.*= //'); }
                send() { curl -s -m 20 -w ' %{http_code}\\n' --data-binary @$2 -H "Stripe-Signature: $1" $here; }
                send "$(sign $(cat hook.secret))" event
                send "$(sign $(cat hook.secret))" written-again
                send "$(sign whsec_of_live_mode)" event
                jq -c '.id = "evt_two"' event | tr -d '\\n' > next && mv next event
                sign $(cat hook.secret) > signature
                """)
            let answers = signed.standardOutput.split(separator: "\n").filter { !$0.isEmpty }
            #expect(
                answers.first == #"{"received": true}"#, "\(signed.standardOutput)\(signed.standardError)")
            let codes = signed.standardOutput.matches(of: #/ (\d{3})\n/#).map { String($0.1) }
            #expect(codes == ["200", "400", "400"], "\(signed.standardOutput)")
            // The response does not wait for the processor, which is stopped.
            processor.signal(SIGSTOP)
            let quick = try await scratch.run(
                """
                curl -s -m 20 --data-binary @event -H "Stripe-Signature: $(cat signature)" \
                    \(server.address)/webhooks/processor
                """)
            processor.signal(SIGCONT)
            #expect(quick.standardOutput == "{\"received\": true}\n", "\(quick.standardError)")
            processor.signal(SIGTERM)
            let said = try await server.end()
            #expect(said.contains { $0.contains("route=/webhooks/processor status=200") }, "\(said)")
            #expect(!said.contains { $0.contains("whsec_") })
        }
    }

    @Test(
        "a file without a secret is refused before anything is served, and a secret in the command too",
        arguments: [
            (
                "umask 077; echo nothing > hook; tapctl serve --webhook-secret hook", 78,
                "must contain 1 to 8 webhook secrets"
            ),
            (
                "umask 022; echo whsec_abc > hook; tapctl serve --webhook-secret hook", 77,
                "other users can read the secret hook"
            ),
            ("tapctl serve --webhook-secret none", 66, "none"),
            ("tapctl serve --webhook-secret whsec_abc", 64, "use the path of a file"),
        ])
    func refused(command: String, exitCode: Int32, words: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(command)
            #expect(run.exitCode == exitCode, "\(run.standardError)")
            #expect(run.standardError.contains(words), "\(run.standardError)")
            #expect(!run.standardError.contains("whsec_abc"))
        }
    }
}
