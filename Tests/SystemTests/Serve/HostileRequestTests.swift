import Foundation
import TestSupport
import Testing

/// Requests that no browser sends, over the socket.
@Suite(.serialized) struct HostileRequestTests {
    @Test("floods of headers and of a body are refused, and the next request is served")
    func floods() async throws {
        try await Scratch.with { scratch in
            let (program, address) = try await ServeTests.serve([], in: scratch)
            let status = "curl -s -o body -w '%{http_code}' --max-time 20"
            for (request, expected) in [
                // 101 headers; one of 20,000 octets; 90 of 1,000 each.
                ("$(for i in $(seq 101); do echo \"-H X$i:1\"; done) \(address)/healthz", "4"),
                ("-H \"Cookie: giver=$(printf '%020000d' 0)\" \(address)/-/giver", "4"),
                (
                    "$(for i in $(seq 90); do echo \"-H X$i:$(printf '%01000d' 0)\"; done) \(address)/healthz",
                    "4"
                ),
                // 100 MB without a length, and an invalid length.
                ("-T /dev/zero -X POST \(address)/-/give", "413"),
                ("-H 'Content-Length: 99999999999999999999' -X POST \(address)/-/give", "4"),
                ("$(for i in $(seq 41); do echo \"-d f$i=1\"; done) \(address)/-/give", "400"),
                ("\(address)/healthz", "200"),
            ] {
                let run = try await scratch.run("\(status) \(request)")
                let answer = run.standardOutput
                #expect(answer.hasPrefix(expected), "\(request.prefix(60)): \(answer)")
            }
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("a form that is accepted with one length is refused with two, and with an unknown encoding")
    func twoLengths() async throws {
        try await Scratch.with { scratch in
            let (program, address) = try await ServeTests.serve([], in: scratch)
            let port = try #require(address.split(separator: ":").last)
            let form = "email=a@example.org"
            let chunks = "13\r\n\(form)\r\n0\r\n\r\n"
            // A proxy and the server may read a message with two lengths differently. The rest of one reading would then
            // be the next request of the other.
            let hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            for (lengths, body, expected) in [
                (["Content-Length: 19"], form, "200"),
                (["Transfer-Encoding: chunked"], chunks, "200"),
                (["Content-Length: 19", "Content-Length: 19"], form, "400"),
                (["Content-Length: 19", "Content-Length: 4"], form, "400"),
                (["Content-Length: 4", "Content-Length: 19"], form, "400"),
                (["Content-Length: 19, 19"], form, "400"),
                (["Content-Length: 19", "Transfer-Encoding: chunked"], chunks, "400"),
                (["Transfer-Encoding: chunked", "Content-Length: 29"], chunks, "400"),
                (["Content-Length: 0", "Transfer-Encoding: chunked"], chunks + hidden, "400"),
                (["Content-Length: 0", "Content-Length: \(hidden.utf8.count)"], hidden, "400"),
                (["Transfer-Encoding: chunked", "Transfer-Encoding: identity"], chunks, "400"),
                (["Transfer-Encoding: identity"], chunks, "400"),
                (["Transfer-Encoding: gzip, chunked"], chunks, "501"),
                (["Content-Length: +19"], form, "400"),
            ] {
                let head = ["POST /-/giver HTTP/1.1", "Host: localhost", "Connection: close"] + lengths
                let request = (head + ["", body]).joined(separator: "\r\n")
                try Data(request.utf8).write(to: scratch.folder.appending(path: "request"))
                let run = try await scratch.run(
                    """
                    bash -c "exec 3<>/dev/tcp/127.0.0.1/\(port); cat request >&3; cat <&3" > answer
                    sed -n 's|^HTTP/1.1 \\([0-9]*\\) .*|\\1|p' answer
                    """)
                #expect(run.standardOutput == "\(expected)\n", "\(lengths)")
            }
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("TRACE is refused by every listener, and the response repeats nothing of the request")
    func trace() async throws {
        try await Scratch.with { scratch in
            let site = try await ServedPages(["--metrics", "0"], in: scratch)
            let metrics = try await site.line(beginning: "metrics on ")
            let processor = try RunningProgram(
                ["tapctl", "processor", "serve", "--in-memory", "--port", "0"], in: scratch.folder)
            let listening = try #require(await processor.lines.first { $0.hasPrefix("listening on ") })
            let there = String(listening.dropFirst("listening on ".count).prefix { $0 != " " })
            let pages = [
                "/", "/Grace", "/-/giver", "/admin", "/api/gifts", "/healthz", "/webhooks/processor",
            ]
            for (page, status) in pages.map({ (site.address + $0, "405") }) + [
                (metrics, "404"), ("\(there)/v1/charges", "405"), ("\(there)/pages/none", "404"),
            ] {
                let run = try await scratch.run(
                    """
                    curl -s -X TRACE -o answer -w '%{http_code} ' -u sk_test_x: -H 'Cookie: seen' '\(page)'
                    grep -c seen answer
                    """)
                #expect(run.standardOutput == "\(status) 0\n", "\(page)")
            }
            processor.signal(SIGTERM)
            #expect(await processor.exitCode() == 0)
            _ = try await site.end()
        }
    }

    @Test("an API key or an Idempotency-Key that occurs twice is refused, and no gift is made")
    func doubledKeys() async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run(
                """
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                tapctl api-key add website --org Grace --role owner > key.txt
                """)
            #expect(made.exitCode == 0, "\(made.standardError)")
            let (program, address) = try await ServeTests.serve([], in: scratch)
            let run = try await scratch.run(
                """
                key="Authorization: Bearer $(cat key.txt)"
                ask() {
                    curl -s -o reply -w '%{http_code} ' "$@" \(address)/api/gifts \\
                        -d '{"org":"Grace","method":"pm_card_visa","name":"A","email":"a@example.org"}'
                    sed 's/.*"code":"\\([A-Za-z]*\\)".*/\\1/' reply
                }
                ask -H "$key" -H "Idempotency-Key: a" -H "Idempotency-Key: b"
                ask -H "$key" -H "Idempotency-Key: a" -H "Idempotency-Key: a"
                ask -H "$key" -H "$key" -H "Idempotency-Key: a"
                ask -H "Authorization: Bearer" -H "$key" -H "Idempotency-Key: a"
                curl -s -H "$key" \(address)/api/gifts
                """)
            let lines = run.standardOutput.split(separator: "\n")
            #expect(lines.prefix(2) == ["400 missingIdempotencyKey", "400 missingIdempotencyKey"])
            #expect(lines.dropFirst(2).prefix(2) == ["401 invalidKey", "401 invalidKey"])
            #expect(lines.last?.contains(#""data":[]"#) == true, "\(run.standardOutput)")
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("serves only pages, and no file by path traversal")
    func climbing() async throws {
        try await Scratch.with { scratch in
            let (program, address) = try await ServeTests.serve([], in: scratch)
            for path in [
                "/../../../../etc/passwd", "/..%2f..%2f..%2fetc/passwd", "/data/tapctl.sqlite", "/outbox/",
                "/.well-known/../data/tapctl.sqlite", "/%2e%2e/data/tapctl.sqlite", "/-/../data",
                "/admin/../data",
            ] {
                let ask = "curl -s -o body -w '%{http_code} ' --path-as-is '\(address)\(path)'"
                let run = try await scratch.run("\(ask); grep -c 'root:\\|SQLite' body")
                let line = run.standardOutput
                #expect(line.wholeMatch(of: /4\d\d 0\n/) != nil, "\(path): \(line)")
            }
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("the host of a request appears in no link and no redirect")
    func host() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                """
                tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Missions
                tapctl gift make --org Grace --amount 5 --method pm_card_visa --name A --email a@example.org
                """)
            let (program, address) = try await ServeTests.serve([], in: scratch)
            let evil = ["X-Forwarded-Host: ", "Forwarded: host="].map { "-H '\($0)evil.example'" }
                .joined(separator: " ")
            let run = try await scratch.run(
                """
                curl -s \(evil) \(address)/-/giver -d email=a@example.org
                for i in $(seq 100); do ls data/outbox/link_*.eml > mails 2> none && break; sleep 0.1; done
                cat $(cat mails)
                for path in / /Grace?r=0 /admin /admin/sign-in /-/give/none //evil.example; do
                    curl -si \(evil) \(address)$path
                done
                """)
            #expect(run.standardOutput.contains("\(address)/-/giver/link/"), "\(run.standardOutput)")
            #expect(!run.standardOutput.contains("evil.example"))
            program.signal(SIGTERM)
            #expect(await program.exitCode() == 0)
        }
    }

    @Test("every listener refuses a foreign host, a missing one, two of them, and a form of another site")
    func foreign() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(
                "tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name A")
            let site = try await ServedPages(["--metrics", "0"], in: scratch)
            let metrics = try await site.line(beginning: "metrics on ")
            let processor = try RunningProgram(
                ["tapctl", "processor", "serve", "--in-memory", "--port", "0"], in: scratch.folder)
            let listening = try #require(await processor.lines.first { $0.hasPrefix("listening on ") })
            let there = String(listening.dropFirst("listening on ".count).prefix { $0 != " " })
            let pages = ["\(site.address)/Grace", "\(site.address)/admin", metrics, "\(there)/v1/charges"]
            for page in pages {
                let run = try await scratch.run(
                    """
                    ask() { curl -s -o answer -w '%{http_code} ' -u sk_test_x: "$@" '\(page)'; }
                    ask; ask -H 'Host: evil.example'; ask -H 'Host: evil.example:80' -H 'Origin: http://evil.example'
                    ask -H 'Host;'; ask -H 'Host:' --http1.0
                    ask -H 'Host: localhost'; ask -H 'Host: 127.9.9.9:1'
                    ask --request-target http://evil.example/
                    """)
                let own = page.contains("/admin") ? "303" : "200"
                let port = try #require(page.firstMatch(of: /:([0-9]+)/)).1
                let twice = try await scratch.run(
                    """
                    bash -c "exec 3<>/dev/tcp/127.0.0.1/\(port)
                    printf 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\nHost: evil.example\\r\\n\\r\\n' >&3
                    head -n 1 <&3"
                    """)
                #expect(twice.standardOutput.hasPrefix("HTTP/1.1 400"), "\(page): \(twice.standardOutput)")
                #expect(run.standardOutput == "\(own) 421 421 421 400 \(own) \(own) 421 ", "\(page)")
            }
            for target in [
                "\(site.address)/-/giver", "\(site.address)/admin/sign-in", "\(there)/v1/customers",
            ] {
                let run = try await scratch.run(
                    """
                    ask() { curl -s -o answer -w '%{http_code} ' -u sk_test_x: -d email=a@example.org "$@" '\(target)'; }
                    ask -H 'Origin: https://evil.example'; ask -H 'Origin: null' -H 'Sec-Fetch-Site: cross-site'
                    ask -H 'Sec-Fetch-Site: same-site'; ask -H 'Origin: http://localhost:3000'
                    """)
                #expect(run.standardOutput == "421 421 421 421 ", "\(target)")
            }
            let read = try await scratch.run(
                "curl -s -o none -w '%{http_code}' -u sk_test_x: -H 'Origin: https://evil.example' \(there)/v1/charges"
            )
            #expect(read.standardOutput == "421")
            processor.signal(SIGTERM)
            #expect(await processor.exitCode() == 0)
            _ = try await site.end()
        }
    }
}
