import InvocationRouter
import SimulationKit
import TestSupport
import Testing

@Suite struct InvocationMakeTests {
    @Test("writes the parts in the order of the specification")
    func order() throws {
        #expect(try Invocation.make(org: "A") == "https://appclip.tap.giving/A?r=0")
        let mirrored = try Invocation.make(
            org: "WoodlandsChurch", fund: "007", recurring: true, tag: "A12-3", placeholder: .mirror)
        #expect(
            mirrored
                == "https://appclip.tap.giving/WoodlandsChurch?f=007&r=1&t=A12-3&m=00000000000000x000000")
        let sun = try Invocation.make(org: "A", placeholder: .sun)
        let zeros = String(repeating: "0", count: 16)
        #expect(sun == "https://appclip.tap.giving/A?r=0&picc_data=\(zeros)\(zeros)&cmac=\(zeros)")
    }

    @Test("the longest canonical form has 130 octets")
    func longest() throws {
        let url = try Invocation.make(
            org: String(repeating: "o", count: 64), fund: String(repeating: "f", count: 32), recurring: true)
        #expect(url.utf8.count == 130)
        #expect(try Invocation.parse(url).canonical == url)
    }

    @Test(
        "refuses a URL that is not canonical",
        arguments: [
            ("", nil, nil, .invalidOrg), ("Woodlands Church", nil, nil, .invalidOrg),
            ("%41", nil, nil, .invalidOrg), ("A.", nil, nil, .invalidOrg), ("São", nil, nil, .invalidOrg),
            (String(repeating: "a", count: 65), nil, nil, .invalidOrg), ("Pay", nil, nil, .reservedPath),
            ("A", "", nil, .invalidFund), ("A", "-1", nil, .invalidFund), ("A", "%31", nil, .invalidFund),
            ("A", String(repeating: "1", count: 33), nil, .invalidFund), ("A", nil, "", .invalidTag),
            ("A", nil, "seat.1", .invalidTag), ("A", nil, String(repeating: "1", count: 17), .invalidTag),
            ("A", nil, "%31", .invalidTag),
        ] as [(String, String?, String?, InvocationError.Code)])
    func refuses(org: String, fund: String?, tag: String?, code: InvocationError.Code) {
        let error = #expect(throws: InvocationError.self) {
            try Invocation.make(org: org, fund: fund, tag: tag)
        }
        #expect(error?.code == code)
    }

    @Test("parse is the inverse of make, in both profiles", arguments: propertySeeds)
    func inverse(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let parts = SeededParts(using: &generator)
        let url = try parts.url()
        for profile in ParseProfile.allCases {
            let parsed = try Invocation.parse(url, profile: profile)
            #expect(parsed.org == parts.org && parsed.fund == parts.fund && parsed.tag == parts.tag)
            #expect(parsed.recurring == parts.recurring && parsed.placeholder == parts.placeholder)
            #expect(parsed.evidence == nil && parsed.orgAlias == nil && !parsed.fundUnclear)
            #expect(parsed.writtenForm == url)
            let canonical = try #require(parsed.canonical)
            #expect(canonical.utf8.count <= 130 && url.hasPrefix(canonical))
            let again = try Invocation.parse(canonical, profile: profile)
            #expect(again.canonical == canonical && again.warnings.isEmpty)
        }
    }
}
