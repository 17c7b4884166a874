import HTTPTypes
import ServerKit
import Testing

struct HostPolicyTests {
    private let local = HostPolicy(listeningOn: "127.0.0.1", names: ["give.example.org:8443"])

    private func head(_ authority: String?, _ fields: [String: String] = [:]) -> HTTPRequest {
        var request = HTTPRequest(method: .post, scheme: "http", authority: authority, path: "/")
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { request.headerFields[name] = value }
        }
        return request
    }

    @Test(
        "a server on the loopback interface answers under its own names",
        arguments: [
            "127.0.0.1", "127.0.0.1:8080", "localhost", "LOCALHOST:9000", "localhost.", "[::1]:8080",
            "127.8.8.8:1",
            "give.example.org", "Give.Example.Org:8443", "give.example.org.",
        ])
    func own(authority: String) {
        #expect(local.refusal(of: head(authority), isSafe: false) == nil)
    }

    @Test(
        "localhost and the loopback addresses can only be reached from this machine",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("LocalHost", true),
            ("0.0.0.0", false), ("::", false), ("192.0.2.7", false), ("2001:db8::7", false),
            ("localhost.example.org", false), ("give.example.org", false), ("", false),
        ])
    func local(host: String, isLocal: Bool) {
        #expect(HostPolicy.isLocal(host) == isLocal)
    }

    @Test(
        "any other host is refused with 421",
        arguments: [
            "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
            "192.0.2.7",
            "[2001:db8::7]:8080", "", ":8080", "[::1", "[::1]x", "localhost:80:80", "localhost:port",
            "2130706433",
            "0x7f.1", "give.example.org@evil.example", "give.example.org, evil.example",
            String(repeating: "a", count: 400),
        ])
    func foreign(authority: String) {
        let refusal = local.refusal(of: head(authority), isSafe: true)
        #expect(refusal == .foreignHost)
        #expect(refusal?.status == .misdirectedRequest)
    }

    @Test("a server for other machines answers under every numeric address, and under no other name")
    func addresses() {
        for listened in ["0.0.0.0", "::", "192.0.2.7"] {
            let policy = HostPolicy(listeningOn: listened, names: ["church.local"])
            for authority in ["192.0.2.7:8080", "[2001:db8::7]", "127.0.0.1", "church.local:8080"] {
                #expect(policy.refusal(of: head(authority), isSafe: true) == nil, "\(authority)")
            }
            #expect(policy.refusal(of: head("evil.example"), isSafe: true) == .foreignHost)
        }
    }

    @Test("a request without a host, or with two, is refused with 400")
    func missing() {
        #expect(local.refusal(of: head(nil), isSafe: true) == .hostMissing)
        #expect(
            local.refusal(of: head("localhost", ["Host": "evil.example"]), isSafe: true)?.status
                == .badRequest)
    }

    @Test(
        "a change from a page of this server is accepted",
        arguments: [
            ("localhost:8080", ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"]),
            ("localhost:8080", ["Origin": "null", "Sec-Fetch-Site": "same-origin"]), ("localhost:8080", [:]),
            ("localhost:8080", ["Sec-Fetch-Site": "none"]), ("localhost:8080", ["Origin": "null"]),
            // A proxy has changed the host.
            ("127.0.0.1:8080", ["Origin": "https://give.example.org"]),
        ])
    func sameOrigin(authority: String, fields: [String: String]) {
        #expect(local.refusal(of: head(authority, fields), isSafe: false) == nil)
    }

    @Test(
        "a change from a page of another site is refused with 421, and a link from it is not",
        arguments: [
            ["Origin": "https://evil.example"], ["Origin": "http://localhost:3000"],
            ["Origin": "http://127.0.0.1:8080"],
            ["Origin": "null", "Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site"], ["Origin": "file://"],
            ["Origin": "https://evil.example", "Sec-Fetch-Site": "same-origin"],
        ])
    func crossSite(fields: [String: String]) {
        let refusal = local.refusal(of: head("localhost:8080", fields), isSafe: false)
        #expect(refusal == .foreignOrigin)
        #expect(refusal?.status == .misdirectedRequest)
        #expect(local.refusal(of: head("localhost:8080", fields), isSafe: true) == nil)
    }
}
