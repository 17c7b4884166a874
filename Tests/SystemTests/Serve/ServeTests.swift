import Foundation
import TestSupport
import Testing

/// `tapctl serve` as a process.
@Suite(.serialized) struct ServeTests {
    @Test("serves a page with its headers, and exits with 0 when stopped", arguments: [SIGTERM, SIGINT])
    func serves(signal: Int32) async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run(
                "tapctl org add Grace --name 'The Grace Church' && tapctl fund add 12 --org Grace --name Missions"
            )
            #expect(made.exitCode == 0)
            let (program, address) = try await Self.serve([], in: scratch)
            let page = try await scratch.run("curl -si '\(address)/Grace?f=12&r=1'")
            for line in [
                "HTTP/1.1 200 OK", "Content-Type: text/html; charset=utf-8",
                "X-Content-Type-Options: nosniff",
                "Referrer-Policy: no-referrer", "frame-ancestors 'none'", "style-src 'sha256-",
                "The Grace Church", "Give Now via Apple Pay", "Test mode: no real charges",
            ] {
                #expect(page.standardOutput.localizedCaseInsensitiveContains(line), "\(line)")
            }
            #expect(try await scratch.run("curl -s \(address)/healthz").standardOutput == "ok\n")
            program.signal(signal)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("an oversized request is refused, and the next request is served")
    func limits() async throws {
        try await Scratch.with { scratch in
            let (program, address) = try await Self.serve([], in: scratch)
            let status = "curl -s -o body -w '%{http_code}'"
            for (request, expected) in [
                ("--data-binary @large.txt \(address)/-/give", "413"),
                ("-H \"X: $(printf '%020000d' 0)\" \(address)/healthz", "400"),
                ("\"\(address)/$(printf '%010000d' 0)\"", "414"),
                ("-X DELETE \(address)/Grace", "405"), ("\(address)/healthz", "200"),
            ] {
                let run = try await scratch.run(
                    "test -e large.txt || head -c 40000 /dev/zero > large.txt; \(status) \(request)")
                #expect(run.standardOutput == expected, "\(request.prefix(40))")
            }
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("other machines are let in only by an explicit option, and only with encryption")
    func openHost() async throws {
        try await Scratch.with { scratch in
            let refused = try await scratch.run("tapctl serve --port 0 --host 0.0.0.0")
            #expect(refused.exitCode == 77 && refused.standardError.contains("--public-simulation"))
            let plain = try await scratch.run("tapctl serve --port 0 --host 0.0.0.0 --public-simulation")
            #expect(plain.exitCode == 77 && plain.standardError.contains("without encryption"))
            let fixed = try await scratch.run(
                "TAPCTL_NOW=2026-11-22T09:00:00Z tapctl serve --port 0 --public-url https://give.example.org")
            #expect(fixed.exitCode == 77 && fixed.standardError.contains("TAPCTL_NOW is set"))
            let (program, address) = try await Self.serve(
                [
                    "--host", "0.0.0.0", "--public-simulation", "--public-url", "https://give.example.org",
                ], in: scratch)
            let page = try await scratch.run("curl -s \(address.replacing("0.0.0.0", with: "127.0.0.1"))/")
            #expect(page.standardOutput.contains("Public simulation"))
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("every response has nosniff and no-store, except the giving page, which a browser may restore")
    func always() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                """
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                tapctl api-key add website --org Grace --role owner > key.txt
                """)
            let site = try await ServedPages(
                [
                    "--metrics", "0", "--package", "org.example.a", "--fingerprint",
                    Array(repeating: "AB", count: 32).joined(separator: ":"),
                ], in: scratch)
            let metrics = try await site.line(beginning: "metrics on ")
            let run = try await scratch.run(
                """
                head -c 40000 /dev/zero > large
                ask() {
                    curl -si "$@" | tr -d '\\r' | tr A-Z a-z > reply
                    head -n 1 reply | cut -d ' ' -f 2 | tr '\\n' ' '
                    sed -n 's/^cache-control: //p' reply | tr '\\n' ' '
                    grep -c '^x-content-type-options: nosniff$' reply
                }
                at=\(site.address)
                ask $at/; ask $at/-/giver; ask -d email=a@example.org $at/-/giver
                ask $at/admin/sign-in; ask -d email=a@example.org -d password=a $at/admin/sign-in
                ask $at/healthz; ask $at/.well-known/assetlinks.json; ask $at/api/openapi.json
                ask -H "Authorization: Bearer $(cat key.txt)" $at/api/gifts
                ask -H "Authorization: Bearer $(cat key.txt)" $at/api/gifts/none; ask $at/api/gifts
                ask $at/admin; ask $at/-/give/none; ask -X PUT $at/; ask -X PUT $at/api/gifts
                ask -X POST $at/webhooks/processor; ask --data-binary @large $at/-/give
                ask "$at/$(printf '%09999d' 0)"; ask -H 'Host: evil.example' $at/; ask -H 'Host:' --http1.0 $at/
                ask \(metrics); ask \(metrics)/none; ask -H 'Host: evil.example' \(metrics)
                key=AAAAAAAAAAAAAAAAAAAAAA
                for name in choose review; do
                    ask -b browser=$key "$at/-/$name?org=Grace&fund=12&amount=50&by=card&key=$key"
                done
                ask "$at/Grace?f=12&r=0"; ask -I $at/Grace
                """)
            let lines = run.standardOutput.split(separator: "\n")
            #expect(lines.count == 27, "\(lines)")
            #expect(lines.dropLast(2).allSatisfy { $0.dropFirst(3) == " no-store 1" }, "\(lines)")
            #expect(lines.suffix(2).allSatisfy { $0 == "200 private, max-age=0 1" }, "\(lines)")
            let statuses = Set(lines.map { $0.prefix(3) })
            #expect(
                statuses.isSuperset(of: ["200", "303", "400", "401", "404", "405", "413", "414", "421"]),
                "\(statuses)")
            _ = try await site.end()
        }
    }

    @Test("sessions, cookies of browsers, keys of forms and API keys are random, even with TAPCTL_SEED")
    func random() async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run(
                """
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                echo "a sentence of my own" | tapctl admin add a@example.org --org Grace --role owner --password -
                """)
            #expect(made.exitCode == 0, "\(made.standardError)")
            var secrets: [String] = []
            for number in 1...2 {
                let server = try await ServedPages([], in: scratch, environment: ["TAPCTL_SEED": "7"])
                let run = try await scratch.run(
                    """
                    key() { sed -n 's/.*name="'$1'" value="\\([^"]*\\)".*/\\1/p'; }
                    at=\(server.address); rm -f jar
                    csrf=$(curl -s -c jar $at/admin/sign-in | key csrf)
                    curl -s -o home -b jar -c jar $at/admin/sign-in -d csrf=$csrf -d email=a@example.org \\
                        --data-urlencode "password=a sentence of my own"
                    awk 'NF == 7 { print $7 }' jar
                    curl -s "$at/Grace?f=12&r=0" | key key
                    TAPCTL_SEED=7 tapctl api-key add program\(number) --org Grace --role owner 2> none
                    """)
                secrets += run.standardOutput.split(whereSeparator: \.isNewline).map(String.init)
                _ = try await server.end()
            }
            #expect(secrets.count == 8 && Set(secrets).count == 8, "\(secrets)")
            #expect(secrets.allSatisfy { $0.utf8.count >= 22 }, "\(secrets)")
        }
    }

    @Test("a port in use is exit code 69")
    func portTaken() async throws {
        try await Scratch.with { scratch in
            let (program, address) = try await Self.serve([], in: scratch)
            let port = try #require(address.split(separator: ":").last)
            let second = try await scratch.run("tapctl serve --port \(port)")
            #expect(
                second.exitCode == 69 && second.standardError.contains("another program is already listening")
            )
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("every other command sees a gift that was made over the socket")
    func gift() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                "tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions")
            let (program, address) = try await Self.serve([], in: scratch)
            let gave = try await scratch.run(
                """
                key=$(curl -s -c jar '\(address)/Grace?f=12&r=0' |
                    sed -n 's/.*name="key" value="\\([^"]*\\)".*/\\1/p')
                for time in 1 2; do
                    curl -s -b jar -o thanks -w '%{http_code} ' -L \(address)/-/give -d key=$key -d org=Grace \\
                        -d fund=12 -d amount=50 -d by=card -d method=pm_card_visa -d name=A -d email=a@example.org -d phone=1
                done
                grep -c 'Thank you for your generosity!' thanks; tapctl gift list --json
                """)
            #expect(
                gave.standardOutput.hasPrefix("200 200 1\n"), "\(gave.standardOutput) \(gave.standardError)")
            #expect(gave.standardOutput.components(separatedBy: "\"object\":\"gift\"").count == 2)
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("follows the processor's clock when it is moved while the server runs")
    func clock() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                "tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions")
            let (program, address) = try await Self.serve([], in: scratch)
            let gave = try await scratch.run(
                """
                tapctl processor clock advance 400d > moved
                this=$(date -u +%Y)
                for i in $(seq 60); do
                    key=$(curl -s '\(address)/Grace?f=12&r=0' | sed -n 's/.*name="key" value="\\([^"]*\\)".*/\\1/p')
                    curl -s -o thanks \(address)/-/give -d key=$key -d org=Grace -d fund=12 -d amount=5 \\
                        -d by=card -d method=pm_card_visa -d name=A -d email=a@example.org -d phone=1
                    year=$(tapctl gift list --limit 1 --json | jq -r '.data[0].created[0:4]')
                    [ "$year" -gt "$this" ] && echo followed && break
                    sleep 0.5
                done
                """)
            #expect(gave.standardOutput == "followed\n", "\(gave.standardOutput) \(gave.standardError)")
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test(
        "a donor signs in by the e-mail in the outbox: a private file, and a cookie for TLS where there is TLS"
    )
    func signIn() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                """
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                tapctl gift make --org Grace --amount 5 --method pm_card_visa --name A --email a@example.org
                """)
            let (program, address) = try await Self.serve(
                ["--public-url", "https://give.example.org"], in: scratch)
            let signed = try await scratch.run(
                """
                curl -s -o asked.html \(address)/-/giver -d email=a@example.org
                for i in $(seq 100); do ls data/outbox/link_*.eml > mails 2> none && break; sleep 0.1; done
                stat -c %a data/outbox $(cat mails)
                path=$(sed -n 's|^https://give.example.org\\(/[^[:space:]]*\\).*|\\1|p' $(cat mails))
                curl -si -o link "\(address)$path"
                opened=$(sed -n 's/^[Ss]et-[Cc]ookie: \\([^;]*\\).*/\\1/p' link)
                path=$(sed -n 's/^[Ll]ocation: \\([^[:space:]]*\\).*/\\1/p' link)
                curl -si -o page -H "Cookie: $opened" "\(address)$path"
                cookie=$(sed -n 's/^[Ss]et-[Cc]ookie: \\([^;]*\\).*/\\1/p' page)
                mark=$(sed -n 's/.*name="guard" value="\\([^"]*\\)".*/\\1/p' page)
                curl -si -H "Cookie: $opened; $cookie" -d guard=$mark "\(address)$path"
                echo $opened $path
                """)
            let lines = [
                "303 See Other", "Location: /-/giver\r", "Cache-Control: no-store",
                "Set-Cookie: __Host-giver=",
            ]
            #expect(signed.standardOutput.hasPrefix("700\n600\n"), "\(signed.standardError)")
            #expect(
                signed.standardOutput.contains(
                    #/__Host-links=[0-9a-f]{32} \/-\/giver\/link\/[0-9a-f]{12}\n/#))
            for line in lines + ["; HttpOnly; SameSite=Strict; Secure"] {
                #expect(signed.standardOutput.localizedCaseInsensitiveContains(line), "\(line)")
            }
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test(
        "an invalid public URL gives exit code 64",
        arguments: ["--public-url give.example.org", "--public-url https://a/b", "--refund-minutes 1441"])
    func badOptions(options: String) async throws {
        try await Scratch.with { scratch in
            let refused = try await scratch.run("tapctl serve \(options)")
            #expect(refused.exitCode == 64)
        }
    }

    /// Starts the server on a free port; returns it and its address.
    static func serve(_ arguments: [String], in scratch: Scratch) async throws -> (
        RunningProgram, String
    ) {
        let program = try RunningProgram(
            ["tapctl", "serve", "--port", "0"] + arguments, in: scratch.folder,
            environment: ["TAPCTL_HOME": scratch.folder.appending(path: "data").path])
        for await line in program.lines where line.hasPrefix("listening on ") {
            return (program, String(line.dropFirst("listening on ".count)))
        }
        throw NotServing()
    }
}

private struct NotServing: Error {}
