@testable import InvocationRouter
import SimulationKit
import TestSupport
import Testing

@Suite struct InvocationParseTests {
    @Test("reads evidence in hex of either case")
    func evidence() throws {
        let base = "https://appclip.tap.giving/A?r=0&"
        let uid = hex("04 E1 41 12 4C 28 80")
        #expect(try Invocation.parse(base + "m=04e141124C2880").evidence == .mirror(uid: uid, counter: nil))
        #expect(
            try Invocation.parse(base + "m=04E141124C2880x00002A").evidence == .mirror(uid: uid, counter: 42))
        let sun = try Invocation.parse(
            base + "picc_data=\(TestURL.piccData.lowercased())&cmac=\(TestURL.cmac)")
        #expect(
            sun.evidence
                == .sun(
                    piccData: hex("EF963FF7828658A599F3041510671E88"), cmac: hex("94EED9EE65337086")))
    }

    @Test(
        "a place-holder is no evidence",
        arguments: [
            ("m=00000000000000", Invocation.Placeholder.mirror), ("m=00000000000000x000000", .mirror),
            ("picc_data=00000000000000000000000000000000&cmac=0000000000000000", .sun),
        ])
    func placeholder(query: String, kind: Invocation.Placeholder) throws {
        let invocation = try Invocation.parse("https://appclip.tap.giving/A?r=0&" + query)
        #expect(invocation.evidence == nil && invocation.placeholder == kind)
        #expect(invocation.warnings == [.mirrorPlaceholder, .nonCanonical])
    }

    @Test("a counter without a UID, or a MAC without its data, is evidence of something")
    func halfPlaceholder() throws {
        let base = "https://appclip.tap.giving/A?r=0&"
        #expect(try Invocation.parse(base + "m=00000000000000x000001").evidence != nil)
        let zeros = String(repeating: "0", count: 32)
        #expect(try Invocation.parse(base + "picc_data=\(zeros)&cmac=\(TestURL.cmac)").evidence != nil)
    }

    @Test("warns of each thing once, in the order of the URL")
    func warnings() throws {
        let url = "https://appclip.tap.giving:/A/?x=1&x=2&%79=3&r=0#"
        let invocation = try Invocation.parse(url)
        #expect(
            invocation.warnings == [
                .explicitPort, .trailingSlash, .unknownParameter(name: "x"), .unknownParameter(name: "y"),
                .fragmentDropped, .nonCanonical,
            ])
        #expect(invocation.warnings.compactMap(\.name) == ["x", "y"])
        #expect(try Invocation.parse("https://appclip.tap.giving/A?r=0").warnings.isEmpty)
    }

    @Test("the quick reader of canonical forms and the checks agree on any octets", arguments: propertySeeds)
    func quickReader(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let bytes = try Mutation.url(using: &generator)
            for profile in ParseProfile.allCases {
                let quick = Result { () throws(InvocationError) in
                    try Invocation.parse(bytes: bytes.span, profile: profile)
                }
                let checked = Result { () throws(InvocationError) in
                    try Invocation.judge(bytes.span, profile: profile, hosts: .standard)
                }
                #expect(quick == checked, "\(bytes.escapedForDisplay())")
            }
        }
    }

    @Test("any octets parse or throw; what strict takes, tap takes alike", arguments: propertySeeds)
    func anyOctets(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let bytes = try Mutation.url(using: &generator)
            var inTap: Invocation?
            do {
                inTap = try Invocation.parse(bytes: bytes.span, profile: .tap)
            } catch {
                #expect((0...bytes.count).contains(error.offset))
            }
            do {
                let strict = try Invocation.parse(bytes: bytes.span)
                inTap?.profile = .strict
                #expect(strict == inTap, "\(bytes.escapedForDisplay())")
                let canonical = try #require(strict.canonical)
                let again = try Invocation.parse(canonical)
                #expect(again.canonical == canonical && again.warnings.isEmpty)
                #expect(again.org == strict.org && again.fund == strict.fund)
                #expect(again.recurring == strict.recurring)
            } catch let error as InvocationError {
                #expect((0...bytes.count).contains(error.offset))
            }
        }
    }

    @Test("text and octets are read alike", arguments: propertySeeds)
    func textAndOctets(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = String(decoding: try Mutation.url(using: &generator), as: UTF8.self)
        #expect(Outcome(text) == Outcome(bytes: Array(text.utf8)))
        #expect(Outcome(text, profile: .tap) == Outcome(bytes: Array(text.utf8), profile: .tap))
    }
}

/// URLs with a few octets changed, cut out, doubled or put in.
enum Mutation {
    private static let pieces = [
        "&", "=", "/", "?", "#", "%", "%41", "%2F", "%FF", "%00", "..", "&f=1", "&F=2", "&r=1", "&v=2",
        "&t=a",
        "&m=04E141124C2880", "&cmac=", ":443", "@", "é", "\u{202E}", "xn--", " ", "&x=", "http:", "//",
    ]

    static func url(using generator: inout SeededGenerator) throws -> [UInt8] {
        var bytes = Array(try SeededParts(using: &generator).url().utf8)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let position = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0...4, using: &generator) {
            case 0:
                bytes.insert(contentsOf: (pieces.randomElement(using: &generator) ?? "").utf8, at: position)
            case 1: bytes.insert(.random(in: .min ... .max, using: &generator), at: position)
            case 2 where position < bytes.count:
                bytes[position] = .random(in: .min ... .max, using: &generator)
            case 3 where position < bytes.count: bytes.remove(at: position)
            default: bytes.removeSubrange(position..<min(bytes.count, position + 8))
            }
        }
        return bytes
    }
}
