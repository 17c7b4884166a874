import CurlClient
import Foundation
import Synchronization
import TestSupport
import TimeKit
import Testing

@testable import LinkProbe

/// Files fetched over TLS from a loopback server that misbehaves on purpose.
@Suite(.timeLimit(.minutes(2))) struct HostedFileTests {
    private static let path = "/.well-known/apple-app-site-association"

    private func fetch(_ host: String, _ change: (inout LinkProbe) -> Void = { _ in }) async throws
        -> HostedFile
    {
        var probe = try await MisbehavingServer.shared.value.probe()
        change(&probe)
        return try await probe.fetch("https://\(host)\(Self.path)")
    }

    @Test(
        "accepts a file that is served as phones want it, with its certificate",
        arguments: ["good", "charset", "exact"])
    func good(host: String) async throws {
        let file = try await fetch("\(host).site.test")
        #expect(file.faults == [] && file.response?.status == 200)
        #expect(file.content?.first == UInt8(ascii: "{"))
        let certificate = try #require(file.certificate)
        #expect(certificate.subject == "CN = site.test" && certificate.issuer == "CN = Test Authority")
        #expect(
            certificate.names == ["*.site.test"]
                && certificate.notAfter == Timestamp(iso8601: "2099-01-01T00:00:00Z"))
        #expect(file.response?.address == "127.0.0.1")
    }

    @Test(
        "names the fault of each response",
        arguments: [
            ("status404", [.status(404)]), ("status500", [.status(500)]), ("status204", [.status(204)]),
            ("redirect", [.redirect(status: 301, to: "https://good.site.test" + path)]),
            ("nolocation", [.redirect(status: 301, to: nil)]),
            ("html", [.contentType("text/html; charset=utf-8")]), ("texttype", [.contentType("text/plain")]),
            ("notype", [.contentType(nil)]), ("gzip", [.contentEncoding("gzip")]), ("cookie", [.setsCookie]),
            ("large", [.tooLarge(limit: 131_072)]), ("largechunked", [.tooLarge(limit: 131_072)]),
            ("overbyone", [.tooLarge(limit: 131_072)]), ("flood", [.tooLarge(limit: 131_072)]),
            ("headers", [.headersTooLarge]), ("closesunread", [.connectionClosed(receivedBytes: nil)]),
        ] as [(String, [LinkFault])])
    func responses(host: String, faults: [LinkFault]) async throws {
        #expect(try await fetch("\(host).site.test").faults == faults)
    }

    @Test("returns a file that is not JSON to the reader of the file", arguments: ["notjson", "empty"])
    func notJSON(host: String) async throws {
        let file = try await fetch("\(host).site.test")
        #expect(file.faults == [] && file.content == Array(host == "empty" ? "".utf8 : "{oops".utf8))
    }

    @Test("reports a connection that closes in the middle of the file, and a server that does not speak HTTP")
    func closed() async throws {
        guard case .connectionClosed(let bytes?) = try await fetch("closes.site.test").faults.first else {
            Issue.record("no such fault")
            return
        }
        #expect(bytes > 50)
        guard case .notHTTP = try await fetch("nothttp.site.test").faults.first else {
            Issue.record("no such fault")
            return
        }
    }

    @Test(
        "names every fault of a certificate",
        arguments: [
            ("expired", ["certificateExpired"]), ("future", ["certificateNotYetValid"]),
            ("other", ["wrongHost"]),
            ("unknown", ["unknownIssuer"]), ("selfsigned", ["selfSigned"]),
            ("several", ["certificateExpired", "wrongHost", "unknownIssuer"]),
        ])
    func certificates(host: String, codes: [String]) async throws {
        let file = try await fetch("\(host).site.test")
        #expect(file.faults.map(\.code) == codes, "\(file.faults)")
        #expect(file.response == nil && file.certificate != nil)
        let requests = try await MisbehavingServer.shared.value.past.filter {
            $0.hasPrefix("request \(host).site.test ")
        }
        #expect(requests.isEmpty)
    }

    @Test("reports the details of a bad certificate")
    func facts() async throws {
        #expect(
            try await fetch("expired.site.test").faults == [
                .expired(try #require(Timestamp(iso8601: "2021-01-01T00:00:00Z")))
            ])
        #expect(
            try await fetch("other.site.test").faults
                == [.wrongHost(host: "other.site.test", names: ["other.example", "www.other.example"])])
        #expect(
            try await fetch("unknown.site.test").faults
                == [.unknownIssuer("CN = Unknown Authority", certificates: 1)])
    }

    @Test("warns of a certificate that expires in a few days")
    func soon() async throws {
        let file = try await fetch("soon.site.test")
        guard case .expiresSoon(_, daysLeft: 5)? = file.faults.first else {
            Issue.record("\(file.faults)")
            return
        }
        #expect(file.faults.allSatisfy(\.isWarning) && file.content != nil)
    }

    @Test("trusts only the given authorities, and the system's without them")
    func trust() async throws {
        let file = try await fetch("good.site.test") { $0.authorities = nil }
        #expect(file.faults == [.unknownIssuer("CN = Test Authority", certificates: 1)])
    }

    @Test(
        "ends a response that does not come, or never ends, at the time limit: the server sees the connection close",
        arguments: ["silent", "drip", "dripheaders"])
    func timeLimit(host: String) async throws {
        let server = try await MisbehavingServer.shared.value
        let request = "request \(host).site.test GET \(Self.path) HTTP/1.1"
        try await withGrowingLimit { limit in
            let file = try await fetch("\(host).site.test") { $0.limits.total = limit }
            guard case .timedOut(let milliseconds, let bytes)? = file.faults.first else {
                Issue.record("\(file.faults)")
                return true
            }
            #expect(milliseconds >= Int(limit.components.seconds) * 900)
            // Only "drip" sends its header fields, followed by single bytes.
            guard host == "drip" else {
                #expect(bytes == nil)
                return server.past.contains(request)
            }
            return bytes ?? 0 > 0
        }
        await server.wait(for: request)
        await server.wait(for: "gone \(host).site.test")
    }

    @Test("stops reading an endless file at the size limit: the server sees the connection close")
    func flood() async throws {
        let server = try await MisbehavingServer.shared.value
        #expect(try await fetch("flood.site.test").faults == [.tooLarge(limit: 131_072)])
        await server.wait(for: "gone flood.site.test")
    }

    @Test("sends no cookie, even after a server has set one")
    func cookies() async throws {
        let server = try await MisbehavingServer.shared.value
        let probe = server.probe()
        for _ in 0..<2 { _ = try await probe.fetch("https://cookie.site.test\(Self.path)") }
        await server.wait(for: "request cookie.site.test GET \(Self.path) HTTP/1.1")
        #expect(!server.past.contains("cookie cookie.site.test"))
    }

    @Test("reports a port on which nothing listens, a server without TLS, and one with old TLS only")
    func noServer() async throws {
        let oldPort = try await MisbehavingServer.shared.value.oldPort
        let old = try await fetch("good.site.test") { $0.connectTo = "127.0.0.1:\(oldPort)" }
        #expect(old.faults.map(\.code) == ["handshakeFailed"], "\(old.faults)")
        let plain = try PlainServer { _ in "HTTP/1.1 400 Bad Request\r\n\r\n" }
        let port = plain.port
        let file = try await fetch("good.site.test") { $0.connectTo = "127.0.0.1:\(port)" }
        #expect(file.faults.map(\.code) == ["handshakeFailed"])
        plain.end()
        let gone = try await fetch("good.site.test") { $0.connectTo = "127.0.0.1:\(port)" }
        #expect(gone.faults.map(\.code) == ["refused"], "\(gone.faults)")
    }

    @Test("ends a TLS handshake that is never answered at the limit for connecting")
    func silentHandshake() async throws {
        let plain = try PlainServer { _ in nil }
        defer { plain.end() }
        let file = try await fetch("good.site.test") {
            $0.connectTo = "127.0.0.1:\(plain.port)"
            $0.limits.connect = .milliseconds(300)
        }
        #expect(file.faults.map(\.code) == ["timedOut"], "\(file.faults)")
        await plain.waitUntilClientIsGone()
    }

    @Test(
        "refuses URLs that are not of the web",
        arguments: ["ftp://a.test/", "https://", "", "https:///x", "mailto:a@b.test"])
    func malformed(url: String) async throws {
        let probe = try await MisbehavingServer.shared.value.probe()
        #expect(try await probe.fetch(url).faults == [.malformedURL])
    }

    @Test("distinguishes an unknown name from a missing network; .invalid never exists")
    func names() async throws {
        let asked = Mutex<[String]>([])
        func fetch(_ host: String, _ result: NameLookup.Result) async throws -> [LinkFault] {
            try await self.fetch(host) {
                $0.connectTo = nil
                $0.lookup = { host, _ in
                    asked.withLock { $0.append(host) }
                    return result
                }
            }.faults
        }
        #expect(try await fetch("Nobody.Example.", .notFound) == [.nameNotFound(host: "nobody.example")])
        #expect(try await fetch("nobody.example", .failed) == [.lookupFailed(host: "nobody.example")])
        #expect(try await fetch("nobody.example", .noNetwork) == [.noNetwork])
        #expect(asked.withLock { $0.count } == 3)
        #expect(
            try await fetch("no-such-host.invalid", .noNetwork) == [
                .nameNotFound(host: "no-such-host.invalid")
            ])
        #expect(asked.withLock { $0.count } == 3)
    }

    @Test("takes a server that does not answer for unknown if there is no network", arguments: [true, false])
    func silentServer(hasNetwork: Bool) async throws {
        let plain = try PlainServer { _ in nil }
        defer { plain.end() }
        let file = try await fetch("127.0.0.1:\(plain.port)") {
            $0.connectTo = nil
            $0.limits.connect = .milliseconds(300)
            $0.hasNetwork = { _ in hasNetwork }
        }
        #expect(file.faults.map(\.code) == [hasNetwork ? "timedOut" : "noNetwork"])
    }

    @Test("looks up names with the system's resolver")
    func systemLookup() async {
        #expect(await NameLookup.system("localhost", limit: .seconds(30)) == .found)
        let result = await NameLookup.system("no-such-host.invalid", limit: .seconds(30))
        #expect([.notFound, .noNetwork].contains(result))
    }

    @Test("judges a chain by its dates, its names and the result of the verification")
    func chains() throws {
        func certificate(_ subject: String, _ issuer: String, _ begin: Int64, _ end: Int64) -> LinkCertificate
        {
            LinkCertificate(
                subject: subject, issuer: issuer, names: ["a.test"], notBefore: Timestamp(seconds: begin),
                notAfter: Timestamp(seconds: end))
        }
        func codes(_ own: LinkCertificate, isForHost: Bool = true, _ verification: Int) -> [String] {
            LinkProbe.faults(
                chain: [own], host: "a.test", isForHost: isForHost, verification: verification,
                now: Timestamp(seconds: 1_000)
            ).map(\.code)
        }
        let valid = certificate("a", "b", 0, 2_000)
        #expect(codes(valid, 0) == [] && codes(valid, 10) == ["chainExpired"] && codes(valid, 62) == [])
        #expect(codes(valid, 20) == ["unknownIssuer"] && codes(valid, 1) == ["unknownIssuer"])
        #expect(codes(certificate("a", "a", 0, 2_000), 18) == ["selfSigned"])
        #expect(codes(certificate("a", "b", 0, 1_000), 0) == [])
        #expect(codes(certificate("a", "b", 0, 999), 10) == ["certificateExpired"])
        #expect(codes(certificate("a", "b", 1_001, 2_000), 9) == ["certificateNotYetValid"])
        #expect(codes(valid, isForHost: false, 0) == ["wrongHost"])
        #expect(
            LinkProbe.faults(chain: [], host: "a.test", isForHost: false, verification: 20, now: .earliest)
                == [])
        #expect(valid.daysLeft(at: Timestamp(seconds: 2_001 - 86_400)) == 0)
        #expect(
            valid.daysLeft(at: Timestamp(seconds: 2_000)) == 0
                && valid.daysLeft(at: Timestamp(seconds: 2_001)) == -1)
    }
}
