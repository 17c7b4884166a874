import Foundation
import Processor
import ProcessorSimulator
import TestSupport
import Testing

@testable import ProcessorServer

/// The page at `/`, with the latest requests and events.
@Suite struct HomePageTests {
    private static func shell(_ command: String) async throws -> String {
        try await ProgramRun.shell(command, in: FileManager.default.temporaryDirectory).standardOutput
    }

    @Test("the page names the server, its keys and its documentation, and loads nothing")
    func describes() async throws {
        try await LoopbackServerTests.served { _, server in
            let page = try await Self.shell("curl -si \(server.address)/")
            #expect(page.hasPrefix("HTTP/1.1 200 "))
            for text in [
                "no money moves", server.address, "sk_test_", "pk_test_", "docs/processor.md",
                "No requests yet",
                "No events yet", ProcessorServer.apiVersion, "<a href=\"/\">Reload</a>",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            let headers = page.lowercased()
            #expect(headers.contains("content-security-policy: default-src 'none'; style-src 'sha256-"))
            #expect(headers.contains("x-content-type-options: nosniff") && !page.contains("<script"))
            let head = try await Self.shell("curl -sI \(server.address)/")
            #expect(head.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("the page shows requests and events, escaped and without secrets")
    func log() async throws {
        try await LoopbackServerTests.served { _, server in
            let page =
                try await Self.shell(
                    """
                    curl -s -u sk_test_s3cr3t: \(server.address)/v1/customers -d name='<b>Ada</b>' -d description='4242 4242 4242 4242'
                    curl -s -u sk_test_s3cr3t: \(server.address)/v1/nothing
                    curl -s -u sk_test_s3cr3t: \(server.address)/v1/payment_intents -d amount=500 -d currency=usd
                    curl -s \(server.address)/v1/balance -d key=sk_test_s3cr3t
                    echo; echo THE PAGE
                    curl -s \(server.address)/
                    """
                ).components(separatedBy: "THE PAGE").last ?? ""
            for text in [
                "POST /v1/customers", "<b>200</b>", "GET /v1/nothing", "<b>404</b>", "customer.created",
                "&lt;b&gt;Ada&lt;/b&gt;", "***4242", "_secret_***", "Unrecognized request URL", "key=***",
            ] {
                #expect(page.contains(text), "\(text)")
            }
            for text in ["s3cr3t", "<b>Ada</b>", "4242 4242"] { #expect(!page.contains(text), "\(text)") }
        }
    }

    @Test("the page is refused under a foreign host")
    func foreignHost() async throws {
        try await LoopbackServerTests.served { _, server in
            let page = try await Self.shell("curl -si -H 'Host: evil.example' \(server.address)/")
            #expect(page.hasPrefix("HTTP/1.1 421 "))
        }
    }

    @Test("the log keeps the last 100 requests, and the beginning of a long body")
    func bounds() {
        let recent = RecentRequests()
        for number in 1...150 {
            let request = APIRequest(
                method: "POST", path: "/v1/\(number)", body: Array(repeating: 0x61, count: 100_000),
                apiKey: nil)
            recent.note(request, nil, taken: .milliseconds(3), version: nil)
        }
        #expect(recent.all.count == 100)
        #expect(recent.all.first?.path == "/v1/150" && recent.all.last?.path == "/v1/51")
        #expect(recent.all.allSatisfy { $0.form.count == RecentRequests.longest && $0.status == nil })
    }

    @Test(
        "secrets and card numbers are removed",
        arguments: [
            ("sk_test_abc and rk_live_x_y", "sk_test_*** and rk_live_***"), ("whsec_abc123", "whsec_***"),
            ("pi_1_secret_abc", "pi_1_secret_***"), ("4242424242424242", "***4242"),
            ("5555-5555-5555-4444.", "***4444."),
            ("4242424242424241", "4242424242424241"), ("1800000000", "1800000000"),
            ("http://x/pages/3ds/pi_1?secret=abc", "http://x/pages/3ds/pi_1?secret=***"),
            ("http://x/pages/onboarding/abc", "http://x/pages/onboarding/***"),
        ])
    func redaction(text: String, shown: String) {
        #expect(Redaction.redacted(text) == shown)
    }

    @Test("a form is shown by field, and a response by member")
    func layout() {
        let form = Array("amount=5&card%5Bcvc%5D=123&card[number]=4000&key=pk_test_x&name=a+b&x".utf8)
        #expect(
            Redaction.form(form, isCut: false)
                == "amount=5\ncard[cvc]=***\ncard[number]=***\nkey=***\nname=a b\nx=")
        #expect(
            Redaction.json(Array(#"{"secret":"pi_1_secret_x","list":[{}]}"#.utf8), isCut: false)
                == #"{ "secret": "pi_1_secret_***", "list": [ {} ] }"#)
        #expect(
            Redaction.json(Array(#"{"a":"#.utf8) + Array(repeating: 0x31, count: 9_000), isCut: true).count
                == 5_801)
    }
}
