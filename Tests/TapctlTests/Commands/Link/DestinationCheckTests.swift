import Documents
import InvocationRouter
import LinkProbe
import Synchronization
import TagRegistry
import Testing
import TimeKit

@testable import tapctl

/// Destinations that are opened before tags are locked permanently.
@Suite struct DestinationCheckTests {
    private func check(_ faults: [String: LinkFault]) -> DestinationCheck {
        DestinationCheck { url in
            LinkTrail(hops: [], faults: faults.first { url.hasPrefix($0.key) }.map { [$0.value] } ?? [])
        }
    }

    @Test("refuses dead destinations, names each with its reason, and accepts them with force")
    func dead() async throws {
        let faults: [String: LinkFault] = [
            "https://a.example": .nameNotFound(host: "a.example"), "https://b.example": .status(404),
        ]
        let destinations = [Destination("https://a.example/x"), Destination("https://b.example/y")]
        let error = await #expect(throws: CommandError.self) {
            try await check(faults).require(destinations, force: false)
        }
        #expect(error?.code == "deadDestination" && error?.exit == .refused)
        #expect(
            error?.reason == """
                https://a.example/x: the name a.example does not exist
                https://b.example/y: the server returns status 404
                """)
        #expect(error?.remedy.contains("--force") == true)
        try await check(faults).require(destinations, force: true)
    }

    @Test("names the first ten of many dead destinations")
    func many() async throws {
        let destinations = (0..<50).map { Destination("https://a.example/\($0)") }
        let error = await #expect(throws: CommandError.self) {
            try await check(["https://a.example": .selfSigned]).require(destinations, force: false)
        }
        let lines = error?.reason.split(separator: "\n") ?? []
        #expect(lines.count == 11 && lines.last == "and 40 more")
    }

    @Test(
        "goes on without a network, with a warning, and where a server may only turn programs away",
        arguments: [.noNetwork, .unavailable(reason: "libcurl is not installed"), .status(403), .setsCookie]
            as [LinkFault])
    func goesOn(fault: LinkFault) async throws {
        try await check(["https://": fault]).require([Destination("https://a.example/")], force: false)
        try await check(["https://": fault]).require([], force: false)
    }

    @Test(
        "leaves out what belongs to one tag, so that a check is no tap",
        arguments: [
            (
                "https://appclip.tap.giving/Grace?f=1&r=1&t=A12&m=0",
                ["https://appclip.tap.giving/Grace?f=1&r=1"]
            ),
            ("https://appclip.tap.giving/Grace?t=A12", ["https://appclip.tap.giving/Grace"]),
            (
                "https://appclip.tap.giving/Grace?r=0&m=04E141124C2880x000001",
                ["https://appclip.tap.giving/Grace?r=0"]
            ),
            ("https://church.example/give?t=A12&m=1", ["https://church.example/give?t=A12&m=1"]),
            ("HTTPS://church.example", ["HTTPS://church.example"]),
            ("http://a.example/", ["http://a.example/"]),
            ("tel:+15550100", []), ("", []), ("mailto:a@b.example", []),
        ])
    func ofTag(url: String, opened: [String]) {
        #expect(Destination.of(tagURL: url, hosts: .standard) == opened.map { Destination($0) })
    }

    @Test("asks only the server of a managed tag")
    func managed() {
        #expect(
            Destination.of(tagURL: "https://appclip.tap.giving/t/A12", hosts: .standard)
                == [Destination("https://appclip.tap.giving/", isServerOnly: true)])
    }

    @Test("opens where the rows of a batch lead, and the server and the aims of a managed one")
    func rows() {
        func row(_ url: String, org: String?) -> BatchRow {
            BatchRow(batch: "Main", number: 1, seat: "A1", org: org, url: url, changed: .earliest)
        }
        let rows = [
            row("https://appclip.tap.giving/Grace?r=0&t=A1", org: "Grace"),
            row("https://church.example/?t=1", org: nil),
        ]
        #expect(
            Destination.of(rows, managed: [])
                == [
                    Destination("https://appclip.tap.giving/Grace?r=0"),
                    Destination("https://church.example/?t=1"),
                ])
        let aim = ManagedDestination.Aim(url: "https://church.example/", since: .earliest)
        #expect(
            Destination.of(
                [row("https://appclip.tap.giving/t/A1", org: nil)],
                managed: [ManagedDestination(id: "A1", aim: aim)])
                == [
                    Destination("https://appclip.tap.giving/", isServerOnly: true),
                    Destination("https://church.example/"),
                ])
    }

    @Test("every fault has a sentence, a remedy and a code of its own")
    func sentences() {
        let now = Timestamp(seconds: 0)
        let faults: [LinkFault] = [
            .malformedURL, .loopback(host: "h"), .noNetwork, .nameNotFound(host: "h"),
            .lookupFailed(host: "h"),
            .refused(address: nil), .noRoute, .privateAddress("10.0.0.1"), .unavailable(reason: "r"),
            .handshakeFailed(reason: "r"), .expired(now), .notYetValid(now), .chainExpired,
            .wrongHost(host: "h", names: []), .selfSigned, .unknownIssuer("i", certificates: 1),
            .certificateRejected(reason: "r"), .expiresSoon(now, daysLeft: 1),
            .timedOut(milliseconds: 1_250, receivedBytes: nil), .connectionClosed(receivedBytes: 1),
            .notHTTP(reason: "r"), .tooLarge(limit: 1), .headersTooLarge, .status(404),
            .redirect(status: 301, to: nil), .contentType(nil), .contentEncoding("gzip"), .setsCookie,
            .tooManyRedirects(10), .redirectLoop(url: "u", setsCookie: false), .unusableRedirect("u"),
            .insecure(url: "u"),
        ]
        #expect(Set(faults.map(\.code)).count == faults.count)
        for fault in faults {
            #expect(!fault.summary.isEmpty && !fault.summary.hasSuffix("."), "\(fault)")
            #expect(fault.remedy.hasSuffix(".") || fault.remedy.hasSuffix(")."), "\(fault)")
        }
        #expect(
            LinkFault.timedOut(milliseconds: 1_250, receivedBytes: nil).summary == "no response within 1.2 s")
    }

    @Test(
        "takes a host or an address with a port for --connect",
        arguments: [
            ("127.0.0.1:8443", true), ("[::1]:443", true), ("a.example:1", true), ("a.example", false),
            ("a.example:0", false), ("a.example:65536", false), (":443", false), ("::1:443", false),
            ("a b:443", false), ("a/b:443", false), ("", false), ("[]:443", false),
        ])
    func places(text: String, isPlace: Bool) { #expect(ProbeOptions.isPlace(text) == isPlace) }
}
