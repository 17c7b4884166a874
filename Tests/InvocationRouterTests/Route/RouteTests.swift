import InvocationRouter
import SimulationKit
import TestSupport
import Testing

/// The routes of `docs/invocation-url.md` §5.
@Suite struct RouteTests {
    static let token = "AbCdEfGhIjKlMnOpQr_-01"

    @Test(
        "the first segment says which route it is",
        arguments: [
            ("pay/\(token)", .payment(token: token)), ("pay/\(token)/", .payment(token: token)),
            ("PAY/\(token)?r=1#x", .payment(token: token)),
            ("%70ay/%41" + token.dropFirst(), .payment(token: token)),
            ("plan/gold.2", .plan(code: "gold.2")), ("Plan/7?f=", .plan(code: "7")),
            ("t/A12-3", .managedTag(id: "A12-3")), ("T/_?m=1", .managedTag(id: "_")),
        ] as [(String, Route)], ParseProfile.allCases)
    func routes(_ route: (path: String, route: Route), profile: ParseProfile) throws {
        let url = "https://appclip.tap.giving/" + route.path
        #expect(try Route.parse(url, profile: profile) == route.route)
        #expect(try Route.parse(bytes: Array(url.utf8).span, profile: profile) == route.route)
    }

    @Test(
        "a bad name behind the word, and more behind the name",
        arguments: [
            ("pay", .invalidToken), ("pay/", .invalidToken), ("pay/short", .invalidToken),
            ("pay/\(token)0", .invalidToken), ("pay/AbCdEfGhIjKlMnOpQr.-01", .invalidToken),
            ("pay/\(token)/receipt", .unexpectedPath), ("plan", .invalidPlan), ("plan/-", .invalidPlan),
            ("plan/a%20b", .invalidPlan), ("plan/" + String(repeating: "p", count: 33), .invalidPlan),
            ("plan/a/b", .unexpectedPath), ("t", .invalidTag), ("t/seat.1", .invalidTag),
            ("t/" + String(repeating: "t", count: 17), .invalidTag), ("t/a/b", .unexpectedPath),
            ("pay//\(token)", .unexpectedPath), ("pay/../t/a", .dotSegment), ("t/a%2Fb", .encodedSeparator),
        ] as [(String, InvocationError.Code)], ParseProfile.allCases)
    func refuses(_ flaw: (path: String, code: InvocationError.Code), profile: ParseProfile) {
        let url = "https://appclip.tap.giving/" + flaw.path
        let error = #expect(throws: InvocationError.self) { try Route.parse(url, profile: profile) }
        #expect(error?.code == flaw.code)
        #expect((0...url.utf8.count).contains(error?.offset ?? -1))
        #expect(error.map { !$0.summary.isEmpty && $0.remedy.hasSuffix(".") } ?? false)
    }

    @Test(
        "every other reserved word is a page of the service",
        arguments: ReservedPathTests.words.filter { !["pay", "plan", "t"].contains($0) },
        ParseProfile.allCases)
    func reserved(word: String, profile: ParseProfile) {
        for rest in ["", "/", "/\(Self.token)"] {
            let error = #expect(throws: InvocationError.self) {
                try Route.parse("https://appclip.tap.giving/\(word)\(rest)", profile: profile)
            }
            #expect(error?.code == .reservedPath)
        }
    }

    @Test("the checks before the path are the same for all routes", arguments: ParseProfile.allCases)
    func sharedChecks(profile: ParseProfile) {
        let flaws = profile == .strict ? ChecksTests.strict : ChecksTests.tap
        for segments in [["pay", Self.token], ["plan", "gold"], ["t", "A12"]] {
            for flaw in flaws where flaw.row <= 14 {
                var url = TestURL()
                url.segments = segments
                flaw.spoil(&url)
                let error = #expect(throws: InvocationError.self) {
                    try Route.parse(url.text, profile: profile)
                }
                #expect(error?.code == flaw.code, "\(url.text)")
            }
        }
    }

    @Test("a gift is what the gift parser says, for any octets", arguments: propertySeeds)
    func gifts(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5 {
            let bytes = try Mutation.url(using: &generator)
            for profile in ParseProfile.allCases {
                let gift = Result { () throws(InvocationError) in
                    Route.gift(try Invocation.parse(bytes: bytes.span, profile: profile))
                }
                let route = Result { () throws(InvocationError) in
                    try Route.parse(bytes: bytes.span, profile: profile)
                }
                switch route {
                case .success(.gift), .failure: #expect(route == gift || gift.isReserved)
                case .success: #expect(gift.isReserved)
                }
            }
        }
    }

    // G1-02
    @Test("parse is the inverse of url, in both profiles", arguments: propertySeeds)
    func inverse(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let gift = try SeededParts(using: &generator).url()
        for profile in ParseProfile.allCases {
            let routes: [Route] = [
                .gift(try Invocation.parse(gift, profile: profile)),
                .payment(
                    token: SeededParts.word(
                        count: 22...22, of: SeededParts.alphanumeric + "_-", using: &generator)),
                .plan(code: SeededParts.name(atMost: 32, using: &generator)),
                .managedTag(
                    id: SeededParts.word(
                        count: 1...16, of: SeededParts.alphanumeric + "_-", using: &generator)),
            ]
            for route in routes {
                let url = try route.url()
                #expect(try Route.parse(url, profile: profile) == route, "\(url)")
            }
            #expect(try routes[0].url() == gift)
        }
    }

    @Test(
        "what no URL can say is refused",
        arguments: [
            (.payment(token: "AbCdEfGhIjKlMnOpQr%3001"), .invalidToken), (.payment(token: ""), .invalidToken),
            (.plan(code: "gold%31"), .invalidPlan), (.managedTag(id: "seat 1"), .invalidTag),
        ] as [(Route, InvocationError.Code)])
    func unwritable(route: Route, code: InvocationError.Code) {
        #expect(throws: InvocationError.self) { try route.url() }
        do { _ = try route.url() } catch { #expect(error.code == code) }
    }

    @Test("an alias and an unclear fund have no URL of their own")
    func uncertain() throws {
        let base = "https://appclip.tap.giving/"
        let alias = try Route.parse(base + "S%C3%A3o", profile: .tap)
        #expect(throws: InvocationError.self) { try alias.url() }
        let unclear = try Route.parse(base + "Grace?f=", profile: .tap)
        #expect(throws: InvocationError.self) { try unclear.url() }
    }

    @Test("the first of several hosts is the one that is written")
    func hosts() throws {
        let hosts = try #require(HostList(["give.example", "appclip.tap.giving"]))
        let route = try Route.parse("https://appclip.tap.giving/t/A12", hosts: hosts)
        #expect(try route.url(hosts: hosts) == "https://give.example/t/A12")
    }
}

extension Result where Failure == InvocationError {
    fileprivate var isReserved: Bool {
        if case .failure(let error) = self { error.code == .reservedPath } else { false }
    }
}
