import TagDumps
import TagKit
import TestSupport
import Testing

struct ProxmarkJSONTests {
    private func image(_ text: String) throws -> TagImage { try TagImage(reading: Array(text.utf8)) }

    private func code(_ text: String) -> DumpError.Code? {
        do throws(DumpError) {
            _ = try TagImage(reading: Array(text.utf8))
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a Type 2 tag has its pages by number, and its version names it")
    func typeTwo() throws {
        let blocks = (0..<20).reversed().map { #""\#($0)": "0000000\#($0 % 10)""# }.joined(separator: ", ")
        let image = try image(
            #"{"FileType": "mfu", "Card": {"UID": "04F27BA9E42580", "Version": "0004040101000B03", "Counter2": "010000"}, "blocks": {\#(blocks)}}"#
        )
        #expect(image.product == "NTAG210")
        #expect(image.uid == hex("04 F2 7B A9 E4 25 80"))
        #expect(image.counters == [0, 0, 1])
        guard case .pages(let pages) = image.memory else { return #expect(Bool(false), "no pages") }
        #expect(pages.count == 20)
        #expect(pages[13] == hex("00 00 00 03"))
    }

    @Test(
        "a Classic has ATQA low byte first; blocks that are not there are unknown",
        arguments: ["mfcard", "mfc v2", "mfc v3"])
    func classic(type: String) throws {
        let image = try image(
            #"{"FileType": "\#(type)", "Card": {"ATQA": "0400", "SAK": "08"}, "SectorKeys": {"0": {"KeyA": "FFFFFFFFFFFF"}}, "blocks": {"0": "462FF1BE26880400468E361161301604", "62": "00112233445566778899AABBCCDDEEFF"}}"#
        )
        #expect(image.product == "Mifare Classic 1K")
        #expect(image.atqa == 0x0004)
        #expect(image.sak == 0x08)
        #expect(image.uid == hex("46 2F F1 BE"))
        guard case .blocks(let blocks) = image.memory else { return #expect(Bool(false), "no blocks") }
        #expect(blocks.count == 64)
        #expect(blocks[61].allSatisfy { $0 == nil })
        #expect(blocks[62][1] == 0x11)
    }

    @Test(
        "an area without a tag holds its message, as TLVs or alone",
        arguments: ["0306D10102540065FE", "D10102540065"])
    func area(hexText: String) throws {
        let image = try image(#"{"FileType": "ndef", "Ndef.Size": 9, "blocks": {"0": "\#(hexText)"}}"#)
        #expect(
            try image.message().records == [NDEFRecord(tnf: .wellKnown, type: [0x54], payload: [0x00, 0x65])])
    }

    @Test(
        "a repeated key is refused, in any object",
        arguments: [
            #"{"FileType": "mfu", "blocks": {"0": "04A1B29F", "1": "C3D4E5F6", "0": "00000000"}}"#,
            #"{"FileType": "mfu", "FileType": "mfu", "blocks": {"0": "04A1B29F"}}"#,
            #"{"FileType": "mfu", "Card": {"UID": "", "\u0055ID": ""}, "blocks": {"0": "04A1B29F"}}"#,
        ])
    func repeatedKey(text: String) {
        #expect(code(text) == .duplicateField)
        #expect(code("\u{FEFF}" + text) == .duplicateField)
    }

    @Test("equal keys in different objects are not repeated")
    func equalKeys() throws {
        let image = try image(
            #"{"FileType": "mfu", "Card": {"blocks": "1"}, "blocks": {"0": "04A1B29F"}}"#)
        #expect(image.unreadValues == ["Card.blocks 1"])
    }

    @Test("broken JSON is named with its place")
    func broken() {
        do throws(DumpError) {
            _ = try TagImage(reading: Array(#"{"FileType": "mfu" "Card"}"#.utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.code == .malformedJSON)
            #expect(error.reason.contains("character 19"), "\(error)")
        }
    }

    @Test("raw is any memory")
    func raw() throws {
        let image = try image(#"{"FileType": "raw", "raw": "04F27B05A9E42580E8480000E1100600"}"#)
        #expect(image.memory == .pages([hex("04F27B05"), hex("A9E42580"), hex("E8480000"), hex("E1100600")]))
    }

    static let refusals: [(String, DumpError.Code)] = [
        ("{", .malformedJSON), ("{}", .unsupportedType), (#"{"FileType": 3}"#, .malformedJSON),
        (#"{"FileType": "15693 v4"}"#, .unsupportedType), (#"{"FileType": "mfu"}"#, .missingField),
        (#"{"FileType": "mfu", "blocks": {}}"#, .missingField),
        (#"{"FileType": "mfu", "blocks": {"0": "0011"}}"#, .wrongLength),
        (#"{"FileType": "mfu", "blocks": {"0": "0011223G"}}"#, .malformedLine),
        (#"{"FileType": "mfu", "blocks": {"512": "00112233"}}"#, .outOfRange),
        (#"{"FileType": "mfu", "blocks": {"-1": "00112233"}}"#, .outOfRange),
        (#"{"FileType": "mfu", "blocks": {"00": "00112233"}}"#, .outOfRange),
        (#"{"FileType": "mfu", "blocks": {"99999999999999999999": "00112233"}}"#, .outOfRange),
        (#"{"FileType": "mfu", "Card": {"UID": "0011"}, "blocks": {"0": "00112233"}}"#, .wrongLength),
        (#"{"FileType": "mfu", "Card": {"Version": "00"}, "blocks": {"0": "00112233"}}"#, .wrongLength),
        (#"{"FileType": "mfcard", "blocks": {"256": "00112233445566778899AABBCCDDEEFF"}}"#, .outOfRange),
        (#"{"FileType": "raw"}"#, .wrongLength), (#"{"FileType": "raw", "raw": "00"}"#, .wrongLength),
        (String(repeating: "[", count: 10_000), .unknownFormat),
        (#"{"a":"# + String(repeating: "[", count: 10_000), .malformedJSON),
        (String(repeating: #"{"a":"#, count: 100_000), .malformedJSON),
    ]

    @Test("refuses other JSON", arguments: refusals.indices)
    func refuses(index: Int) {
        let (text, expected) = Self.refusals[index]
        #expect(code(text) == expected, "\(text.prefix(100))")
    }
}
