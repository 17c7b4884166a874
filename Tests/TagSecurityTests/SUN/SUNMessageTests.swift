import SimulationKit
import TestSupport
import Testing

@testable import TagSecurity

@Suite("A tap's code in a URL")
struct SUNMessageTests {
    private static let picc = "EF963FF7828658A599F3041510671E88"
    private static let keys = SUNKeys(metaRead: .factory, fileRead: .factory)

    private static func refusal(_ url: String, macFrom: String? = nil) -> SecurityError.Code? {
        do throws(SecurityError) {
            _ = try SUNMessage(url: url, macFrom: macFrom)
            return nil
        } catch { return error.code }
    }

    /// Source: NXP AN12196 p. 12.
    @Test(
        "is found under each of its names, in any case of its digits",
        arguments: [
            "https://a.example/?picc_data=\(picc)&cmac=94EED9EE65337086",
            "https://a.example/x?f=7&picc=\(picc.lowercased())&cmac=94eed9ee65337086&y=1#top",
            "https://ntag.nxp.com/424?e=\(picc)&c=94EED9EE65337086",
            "https://a.example/?uid=04DE5F1EACC040&ctr=00003D&cmac=94EED9EE65337086",
        ])
    func found(url: String) throws {
        let tap = try Self.keys.verify(try SUNMessage(url: url))
        #expect(tap == SUNTap(uid: hex("04DE5F1EACC040"), counter: 61, file: nil))
    }

    /// Source: invocation-url.md §4a, check 22.
    @Test(
        "is found if the parameter names have another case, or repeat with the same value",
        arguments: [
            "https://a.example/?PICC_DATA=\(picc)&cmac=94EED9EE65337086",
            "https://a.example/?picc_data=\(picc)&CMac=94EED9EE65337086",
            "https://a.example/?picc_data=\(picc)&cmac=94EED9EE65337086&cmac=94EED9EE65337086",
            "https://a.example/?%70icc_data=\(picc)&cmac=%394EED9EE65337086",
            "https://a.example/?f=1&f=2&picc_data=\(picc)&cmac=94EED9EE65337086",
        ])
    func repeated(url: String) throws {
        #expect(try Self.keys.verify(try SUNMessage(url: url)).counter == 61)
    }

    @Test(
        "is refused if a parameter repeats with a different value, whatever the case of its name",
        arguments: [
            "picc_data=\(picc)&cmac=94EED9EE65337086&cmac=00",
            "picc_data=\(picc)&cmac=00&cmac=94EED9EE65337086",
            "picc_data=\(picc)&cmac=94EED9EE65337086&CMAC=00",
            "picc_data=\(picc)&cmac=94EED9EE65337086&cma%63",
            "picc_data=\(picc)&PICC_DATA=00&cmac=94EED9EE65337086",
            "uid=04DE5F1EACC040&ctr=00003D&ctr=00003E&cmac=94EED9EE65337086",
        ])
    func contradiction(query: String) {
        #expect(Self.refusal("https://a.example/?\(query)") == .sunMalformed)
    }

    @Test("may be over a part of the URL, which begins where one says")
    func macFrom() throws {
        let url = "https://a.example/?f=7&picc_data=\(Self.picc)&cmac=0011223344556677"
        #expect(try SUNMessage(url: url).macInput.isEmpty)
        let input = try SUNMessage(url: url, macFrom: "f").macInput
        #expect(String(decoding: input, as: UTF8.self) == "7&picc_data=\(Self.picc)&cmac=")
        #expect(Self.refusal(url, macFrom: "none") == .sunMalformed)
    }

    @Test(
        "is missing, a placeholder or malformed",
        arguments: [
            ("", .sunMissing), ("https://a.example/", .sunMissing), ("https://a.example/?", .sunMissing),
            ("?cmac=94EED9EE65337086", .sunMissing), ("?picc_data=\(picc)", .sunMissing),
            ("?uid=04DE5F1EACC040&cmac=94EED9EE65337086", .sunMissing),
            ("#?picc_data=\(picc)&cmac=94EED9EE65337086", .sunMissing),
            (
                "?picc_data=00000000000000000000000000000000&cmac=0000000000000000", .sunPlaceholder
            ),
            ("?picc_data=\(picc)&cmac=94EED9EE6533708", .sunMalformed),
            ("?picc_data=\(picc)&cmac=", .sunMalformed), ("?picc_data=\(picc)&cmac", .sunMalformed),
            ("?picc_data=\(picc)00&cmac=94EED9EE65337086", .sunMalformed),
            ("?picc_data=\(picc)&cmac=94EED9EE6533708é", .sunMalformed),
            ("?picc_data=\(picc)&enc=00&cmac=94EED9EE65337086", .sunMalformed),
            ("?uid=04DE5F1EACC0&ctr=00003D&cmac=94EED9EE65337086", .sunMalformed),
        ] as [(String, SecurityError.Code)])
    func refused(url: String, code: SecurityError.Code) { #expect(Self.refusal(url) == code) }

    @Test("any octets are taken apart or refused", arguments: propertySeeds)
    func anyOctets(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "?", "&", "=", "#", "picc_data", "cmac", "enc", "uid", "ctr", Self.picc, "94EED9EE65337086",
            "\u{0}", "é",
        ]
        let url = (0..<12).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
        _ = Self.refusal(url)
        _ = Self.refusal(url, macFrom: "uid")
    }
}
