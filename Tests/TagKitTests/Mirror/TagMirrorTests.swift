import SimulationKit
import TagSimulator
import TestSupport
import Testing

@testable import TagKit

@Suite("A mirror in the URL's m")
struct TagMirrorTests {
    static let chips: [(chip: Chip, virtual: Type2Chip)] = [
        (.ntag213, .ntag213), (.ntag215, .ntag215), (.ntag216, .ntag216),
    ]

    /// `https://a.bc/D?` of some length, and `m=` with the placeholder at the end.
    private static func message(_ content: TagMirror.Content, padding: Int) -> [UInt8] {
        let url = "a.bc/" + String(repeating: "D", count: padding) + "?m=" + content.placeholder
        return [0xD1, 0x01, UInt8(url.utf8.count + 1), 0x55, 0x04] + url.utf8
    }

    /// Writes the message, switches the mirror on, and returns what a phone then reads.
    private func mirrored(
        _ content: TagMirror.Content, _ bench: inout TagBench, _ message: [UInt8]
    ) async throws -> (seen: [UInt8], mirror: TagMirror) {
        #expect(await bench.write(.message(message)).error == nil)
        let session = TagSession(DirectReader(bench.tag))
        let snapshot = try await session.inspect(.inspection)
        let mirror = try #require(
            snapshot.mirror(content, at: message.count - content.byteCount, ofMessage: message))
        let outcome = await bench.protect(.mirrored(mirror), nil)
        #expect(outcome.error == nil)
        return (try #require(try await bench.inspect().message), mirror)
    }

    @Test("shows UID, counter or both, wherever in a page it begins", arguments: chips, 0..<4)
    func shows(chip: (chip: Chip, virtual: Type2Chip), padding: Int) async throws {
        for content in TagMirror.Content.allCases {
            var bench = TagBench(chip.virtual, area: (chip.chip.memory?.controlTLVs ?? []) + hex("03 00 FE"))
            let message = Self.message(content, padding: padding + 3)
            let (seen, mirror) = try await mirrored(content, &bench, message)
            let text = String(decoding: seen.suffix(content.byteCount), as: UTF8.self)
            switch content {
            case .uid: #expect(text == "043991C2FC6780")
            case .counter: #expect(Int(text, radix: 16) ?? 0 > 0)
            case .both: #expect(text.hasPrefix("043991C2FC6780x") && text != "043991C2FC6780x000000")
            }
            #expect(seen.dropLast(content.byteCount) == message.dropLast(content.byteCount))
            let snapshot = try await bench.inspect()
            #expect(snapshot.mirror == mirror)
            #expect(snapshot.findings.contains(.mirror(mirror)))
            #expect(snapshot.without(mirrorOver: content.placeholder)?.message == message)
            #expect(await bench.protect(.mirrored(mirror), nil).counts.pageWrites == 0)
            #expect(await bench.protect(.mirrored(nil), nil).error == nil)
            #expect(try await bench.inspect().message == message)
        }
    }

    @Test("a mirror over the message keeps it from being written; one elsewhere does not", arguments: chips)
    func inTheWay(chip: Chip, virtual: Type2Chip) async throws {
        let area = (chip.memory?.controlTLVs ?? []) + hex("03 00 FE")
        let page = try #require(chip.memory?.configurationPage)
        let last = (chip.memory?.lastUserPage ?? 0) - 3
        for mirrorPage in 4...last {
            var bench = TagBench(virtual, area: area) {
                $0.replaceSubrange(page * 4..<page * 4 + 3, with: [0x44, 0x00, UInt8(mirrorPage)])
            }
            let message = TagBench.message(24)
            let written = await bench.write(.message(message))
            // The TLVs in front, the message, its terminator.
            let end = 16 + area.count - 1 + message.count + 1
            if mirrorPage * 4 < (end + 3) / 4 * 4 {
                #expect(written.error?.code == .mirrorOn, "page \(mirrorPage)")
            } else {
                #expect(written.error == nil, "page \(mirrorPage)")
                #expect(try await bench.inspect().message == message)
            }
        }
    }

    @Test("stays on a tag that is permanently locked with it, and is removed if it is not requested")
    func locked() async throws {
        for keeps in [true, false] {
            var bench = TagBench(.ntag213, area: hex("0103A00C34 0300FE"))
            let message = Self.message(.uid, padding: 3)
            let (seen, mirror) = try await mirrored(.uid, &bench, message)
            if keeps {
                #expect(await bench.protect(.permanent(mirror: mirror), nil).error == nil)
                #expect(try await bench.inspect().message == seen)
                #expect(await bench.protect(.mirrored(nil), nil).error?.code == .readOnly)
            } else {
                // The bytes under the mirror would be locked unseen.
                #expect(await bench.protect(.permanent(), nil).error?.code == .mirrorOn)
            }
        }
    }

    @Test("taken away before any command, the next run ends it")
    func interrupted() async throws {
        var start = TagBench(.ntag213, area: hex("0103A00C34 0300FE"))
        let message = Self.message(.both, padding: 3)
        #expect(await start.write(.message(message)).error == nil)
        let snapshot = try await start.inspect()
        let mirror = try #require(snapshot.mirror(.both, at: message.count - 21, ofMessage: message))
        var whole = start
        let outcome = await whole.protect(.mirrored(mirror), nil)
        for n in 0..<outcome.counts.dataCommands {
            var left = start
            let cut = await left.protect(.mirrored(mirror), nil, faults: .tagLeaves(beforeCommand: n))
            #expect(cut.error?.code == .tagLost)
            #expect(await left.protect(.mirrored(mirror), nil).error == nil)
            #expect(left.pages == whole.pages)
        }
    }

    @Test("NTAG210 and 212 show their UID alone; others nothing")
    func lesser() async throws {
        var ntag212 = TagBench(.ntag212, area: hex("0103900A34 0300FE"))
        let (seen, _) = try await mirrored(.uid, &ntag212, Self.message(.uid, padding: 3))
        #expect(String(decoding: seen.suffix(14), as: UTF8.self) == "043991C2FC6780")
        for (virtual, content) in [(Type2Chip.ntag212, TagMirror.Content.both), (.ultralight21, .uid)] {
            var bench = TagBench(virtual, area: hex("03 00 FE"))
            let outcome = await bench.protect(.mirrored(TagMirror(content, page: 8, byte: 0)), nil)
            #expect(outcome.error?.code == .unsupportedTag)
        }
    }

    @Test("one that runs over the end of user memory is refused")
    func tooFar() async throws {
        var bench = TagBench(.ntag213, area: hex("03 00 FE"))
        let outcome = await bench.protect(.mirrored(TagMirror(.both, page: 35, byte: 0)), nil)
        #expect(outcome.error?.code == .tooSmall)
    }
}
