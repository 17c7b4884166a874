import Foundation
import Synchronization
import TestSupport
import TimeKit
import Testing

@testable import LinkProbe

/// Redirects on a loopback server and in scripts.
@Suite(.timeLimit(.minutes(2))) struct LinkTrailTests {
    private func follow(_ url: String, _ change: (inout LinkProbe) -> Void = { _ in }) async throws
        -> LinkTrail
    {
        var probe = try await MisbehavingServer.shared.value.probe()
        change(&probe)
        return try await probe.follow(url)
    }

    @Test("follows redirects to the page, relative ones too, and reports each hop")
    func page() async throws {
        let trail = try await follow("https://redirect.site.test/x?y=1")
        #expect(trail.works && trail.hops.map(\.status) == [301, 200])
        #expect(trail.finalURL == "https://good.site.test/x?y=1")
        #expect(
            trail.hops.allSatisfy { $0.certificate?.names == ["*.site.test"] && $0.address == "127.0.0.1" })
        let relative = try await follow("https://relative.site.test/a/b")
        #expect(
            relative.works
                && relative.hops.map(\.url) == [
                    "https://relative.site.test/a/b", "https://relative.site.test/page?x=1",
                ])
        #expect(relative.hops.map(\.status) == [307, 200])
    }

    @Test("follows exactly 10 redirects")
    func limit() async throws {
        let ten = try await follow("https://hops.site.test/10")
        #expect(ten.works && ten.hops.count == 11)
        let eleven = try await follow("https://hops.site.test/11")
        #expect(eleven.faults == [.tooManyRedirects(10)] && eleven.hops.count == 11)
    }

    @Test(
        "ends at a loop, at another scheme, at a bad certificate, and at an error",
        arguments: [
            (
                "https://loop.site.test/a", 2,
                [.redirectLoop(url: "https://loop.site.test/a", setsCookie: false)]
            ),
            (
                "https://cookieloop.site.test/", 1,
                [.redirectLoop(url: "https://cookieloop.site.test/", setsCookie: true)]
            ),
            ("https://scheme.site.test/", 1, [.unusableRedirect("intent://scan/#Intent;end")]),
            ("https://nolocation.site.test/", 1, [.status(301)]),
            ("https://status404.site.test/", 1, [.status(404)]),
            ("https://toexpired.site.test/", 2, [.expired(Timestamp(seconds: 1_609_459_200))]),
            ("https://no-such-host.invalid/xx", 1, [.nameNotFound(host: "no-such-host.invalid")]),
        ] as [(String, Int, [LinkFault])])
    func ends(url: String, hops: Int, faults: [LinkFault]) async throws {
        let trail = try await follow(url)
        #expect(trail.faults == faults && trail.hops.count == hops && !trail.works, "\(trail)")
    }

    @Test("takes a large page for a page, and a page that never ends or breaks off for none")
    func bodies() async throws {
        #expect(try await follow("https://large.site.test/").works)
        #expect(try await follow("https://flood.site.test/").works)
        #expect(try await follow("https://closes.site.test/").faults.map(\.code) == ["connectionClosed"])
        try await withGrowingLimit { limit in
            let drip = try await follow("https://drip.site.test/") { $0.limits.total = limit }
            #expect(drip.faults.map(\.code) == ["timedOut"])
            return drip.hops.map(\.status) == [200]
        }
        let silent = try await follow("https://silent.site.test/") { $0.limits.total = .seconds(1) }
        #expect(silent.faults.map(\.code) == ["timedOut"] && silent.hops.map(\.status) == [nil])
    }

    @Test("counts all hops towards one time limit")
    func deadline() async throws {
        let deadlines = Mutex<Set<ContinuousClock.Instant>>([])
        let probe = try await MisbehavingServer.shared.value.probe()
        let end = ContinuousClock.now + probe.limits.total
        _ = try await LinkTrail.follow(
            "https://hops.site.test/3", redirects: 10, now: .earliest, isPublic: { _ in false }
        ) { url, _ in
            deadlines.withLock { _ = $0.insert(end) }
            return try await probe.open(url, by: end, keepsBody: false)
        }
        #expect(deadlines.withLock { $0.count } == 1)
        guard
            case .failed(let faults, _) = try await probe.open(
                "https://good.site.test/", by: .now, keepsBody: false)
        else {
            Issue.record("opened after the deadline")
            return
        }
        #expect(faults.map(\.code) == ["timedOut"])
    }

    @Test("does not follow a redirect from a public address to a private one")
    func privateAddress() async throws {
        let permitted = Mutex<[Bool]>([])
        for isFirstPublic in [true, false] {
            _ = try await LinkTrail.follow(
                "https://a.test/", redirects: 10, now: .earliest, isPublic: { $0 == "198.41.0.4" }
            ) { url, permitsPrivate in
                permitted.withLock { $0.append(permitsPrivate) }
                var response = LinkProbe.Response(
                    status: url == "https://a.test/" ? 302 : 200, redirectURL: "https://b.test/")
                response.address = isFirstPublic ? "198.41.0.4" : "10.0.0.1"
                return .response(response)
            }
        }
        #expect(permitted.withLock { $0 } == [true, false, true, true])
        let server = try await MisbehavingServer.shared.value
        let refused = try await server.probe().open(
            "https://relative.site.test/private", by: .now + .seconds(30), keepsBody: false,
            permitsPrivate: false)
        guard case .failed([.privateAddress("127.0.0.1")], _) = refused else {
            Issue.record("\(refused)")
            return
        }
        #expect(!server.past.contains("request relative.site.test GET /private HTTP/1.1"))
    }

    @Test("warns of a hop without encryption, and of a certificate with few days left")
    func warnings() async throws {
        let trail = try await LinkTrail.follow(
            "http://a.test/", redirects: 10, now: Timestamp(seconds: 0), isPublic: { _ in true }
        ) { url, _ in
            var response = LinkProbe.Response(
                status: url.hasPrefix("http:") ? 301 : 200, redirectURL: "https://a.test/")
            response.certificate = LinkCertificate(
                subject: "", issuer: "", names: [], notBefore: nil,
                notAfter: Timestamp(seconds: 15 * 86_400 - 1))
            return .response(response)
        }
        #expect(trail.works)
        #expect(trail.faults.map(\.code) == ["insecure", "certificateExpiresSoon"])
    }
}

/// Destinations that are checked before tags are locked permanently.
@Suite(.timeLimit(.minutes(1))) struct DestinationTests {
    private static func trail(_ faults: LinkFault...) -> LinkTrail { LinkTrail(hops: [], faults: faults) }

    @Test(
        "judges a destination by what a phone would find",
        arguments: [
            ([], "works"), ([.setsCookie], "works"), ([.status(404)], "dead"), ([.status(500)], "dead"),
            ([.status(403)], "unclear"), ([.status(429)], "unclear"), ([.noNetwork], "notChecked"),
            ([.unavailable(reason: "no libcurl")], "notChecked"), ([.nameNotFound(host: "a")], "dead"),
            ([.selfSigned], "dead"), ([.timedOut(milliseconds: 1, receivedBytes: nil)], "dead"),
            ([.redirectLoop(url: "a", setsCookie: true)], "unclear"),
            ([.redirectLoop(url: "a", setsCookie: false)], "dead"),
            ([.status(403), .expired(.earliest)], "dead"),
        ] as [([LinkFault], String)])
    func verdicts(faults: [LinkFault], verdict: String) {
        let trail = LinkTrail(hops: [], faults: faults)
        let found = "\(Destination("https://a.test/").verdict(on: trail))"
        #expect(found.hasPrefix(verdict), "\(found)")
    }

    @Test("lets any answer below 500 do where only the server has to answer")
    func server() {
        let destination = Destination("https://a.test/", isServerOnly: true)
        #expect(destination.verdict(on: Self.trail(.status(404))) == .works([]))
        #expect(destination.verdict(on: Self.trail(.status(503))) == .dead([.status(503)]))
        #expect(destination.verdict(on: Self.trail(.selfSigned)) == .dead([.selfSigned]))
    }

    private func check(_ urls: [String], _ answer: @escaping @Sendable (String) -> LinkTrail) async throws
        -> (
            opened: [String], verdicts: [Destination.Verdict]
        )
    {
        let opened = Mutex<[String]>([])
        let checked = try await Destination.check(urls.map { Destination($0) }, within: .seconds(60)) { url in
            opened.withLock { $0.append(url) }
            return answer(url)
        }
        return (opened.withLock { $0.sorted() }, checked.map(\.verdict))
    }

    @Test("opens each distinct destination once, in any number of seats")
    func once() async throws {
        let urls = (0..<1_000).map { "https://a.test/\($0 % 20)" }
        let (opened, verdicts) = try await check(urls) { _ in Self.trail() }
        #expect(opened == Set(urls).sorted() && verdicts.count == 20)
        #expect(verdicts.allSatisfy { $0 == .works([]) })
    }

    @Test("opens no more than 200, and none after the time is over")
    func most() async throws {
        let urls = (0..<300).map { "https://a.test/\($0)" }
        #expect(try await check(urls) { _ in Self.trail() }.opened.count == 200)
        let late = try await Destination.check([Destination("https://a.test/")], within: .zero) { _ in
            Issue.record("opened")
            return Self.trail()
        }
        #expect(late.map(\.verdict) == [.notChecked(.timedOut(milliseconds: 0, receivedBytes: nil))])
    }

    @Test("checks for a network once, and opens nothing more without one")
    func offline() async throws {
        let urls = (0..<50).map { "https://a.test/\($0)" } + ["https://b.invalid/"]
        let (opened, verdicts) = try await check(urls) {
            $0.contains("invalid") ? Self.trail(.nameNotFound(host: "b.invalid")) : Self.trail(.noNetwork)
        }
        #expect(opened == ["https://a.test/0", "https://b.invalid/"])
        #expect(
            verdicts == Array(repeating: .notChecked(.noNetwork), count: 50) + [
                .dead([.nameNotFound(host: "b.invalid")])
            ])
    }

    @Test("does not open more URLs of a server that cannot be reached")
    func deadServer() async throws {
        let urls = (0..<50).map { "https://a.test/\($0)" } + ["https://b.test/1", "https://b.test/2"]
        let (opened, verdicts) = try await check(urls) {
            $0.contains("a.test")
                ? Self.trail(.selfSigned) : Self.trail($0.hasSuffix("1") ? .status(404) : .setsCookie)
        }
        #expect(opened == ["https://a.test/0", "https://b.test/1", "https://b.test/2"])
        #expect(verdicts.prefix(50).allSatisfy { $0 == .dead([.selfSigned]) })
        #expect(verdicts.suffix(2) == [.dead([.status(404)]), .works([.setsCookie])])
    }

    @Test(
        "takes this computer's own addresses for dead without opening them",
        arguments: [
            "https://localhost/x", "http://127.0.0.1:8080/", "https://[::1]/", "https://a.localhost",
            "no URL",
        ])
    func loopback(url: String) async throws {
        let (opened, verdicts) = try await check([url]) { _ in Self.trail() }
        #expect(opened.isEmpty)
        guard case .dead? = verdicts.first else {
            Issue.record("\(verdicts)")
            return
        }
    }
}
