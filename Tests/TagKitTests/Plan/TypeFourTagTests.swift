import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

@Suite("Type 4 tags, looked at and written")
struct TypeFourTagTests {
    static let message = TagBench.message(60)

    /// A tag whose container has these bytes and whose NDEF file begins with `file`.
    private func bench(_ container: String, file: [UInt8] = [0, 0], fileBytes: Int = 256) throws -> TagBench {
        var image = try #require(TagImage.factory(product: "NTAG 424 DNA", uid: TagBench.uid))
        let rest = [UInt8](repeating: 0, count: fileBytes - file.count)
        image.memory = .files([
            TagImage.TypeFourFile(id: 0xE103, bytes: hex(container)),
            TagImage.TypeFourFile(id: 0xE104, bytes: file + rest),
        ])
        return TagBench.bench(image)
    }

    @Test("commands are as short as MLc wants, down to the size of the length", arguments: [2, 13, 59, 255])
    func smallCommands(limit: UInt8) async throws {
        var tag = try bench("000F 20 000F 00\(hexText(limit)) 0406 E104 0100 00 00")
        let outcome = await tag.write(.message(Self.message), [])
        #expect(outcome.report != nil)
        #expect(outcome.steps.allSatisfy { $0.new.count <= limit })
        #expect(try await tag.inspect(.message).message == Self.message)
    }

    @Test("a tag that takes one byte at a time is read and not written: its length would be a mix")
    func oneByte() async throws {
        let file = [0x00, UInt8(Self.message.count)] + Self.message
        var tag = try bench("000F 20 000F 0001 0406 E104 0100 00 00", file: file)
        #expect(try await tag.inspect(.message).message == Self.message)
        let outcome = await tag.write(.message(TagBench.message(20)))
        #expect(outcome.error?.code == .wrongContainer)
        #expect(outcome.counts.pageWrites == 0)
    }

    @Test("of a data area the message alone is restored, and an area without one is refused")
    func restoresMessage() async throws {
        var tag = try bench("000F 20 00FF 00FF 0406 E104 0100 00 00")
        let area = [0x03, UInt8(Self.message.count)] + Self.message + [0xFE, 0x00]
        #expect(await tag.write(.restore(area: area), .overwrite).report != nil)
        #expect(try await tag.inspect(.message).message == Self.message)
        let outcome = await tag.write(.restore(area: hex("00 00 00 00")), .overwrite)
        #expect(outcome.error?.code == .notAllowedHere)
        #expect(try await tag.inspect(.message).message == Self.message)
    }

    @Test("a container that forbids all reading is invalid")
    func noBytes() throws {
        let tag = SelectedTag(atqa: 0x0344, sak: 0x20, uid: TagBench.uid)
        let snapshot = TagSnapshot(tag, container: hex("000F 20 0000 00FF 0406 E104 0100 00 00"), file: [])
        #expect(snapshot.state == .unformatted)
        #expect(snapshot.findings.contains { if case .containerWrong = $0 { true } else { false } })
        let error = #expect(throws: TagError.self) { try ProgrammingPlan(snapshot, .message(Self.message)) }
        #expect(error?.code == .wrongContainer)
    }

    @Test("a file that the container names and the tag does not have is not written: another one is open")
    func missingFile() async throws {
        var tag = try bench("000F 20 00FF 00FF 0406 E105 0100 00 00")
        #expect(try await tag.inspect().state == .unformatted)
        let outcome = await tag.write(.message(Self.message), [])
        #expect(outcome.error?.code == .wrongContainer)
        #expect(outcome.counts.pageWrites == 0)
    }

    @Test(
        "a length beyond the file is named, and repaired by the next write",
        arguments: ["00FF", "0100", "FFFF"])
    func lengthBeyondFile(length: String) async throws {
        var tag = try bench("000F 20 00FF 00FF 0406 E104 0100 00 00", file: hex(length))
        let snapshot = try await tag.inspect()
        #expect(snapshot.state == .unformatted)
        #expect(snapshot.message == nil)
        #expect(
            snapshot.findings.contains {
                if case .areaMalformed(let error) = $0 { error.code == .valueOverrun } else { false }
            })
        #expect(await tag.write(.message(Self.message), []).report != nil)
    }

    @Test("a message of four length bytes is written and read with version 3.0")
    func extended() async throws {
        var tag = try bench(
            "0011 30 0080 0078 0608 E104 00000800 00 00", file: [0, 0, 0, 0], fileBytes: 2_048)
        let long = TagBench.message(1_500)
        #expect(await tag.write(.message(long), []).report != nil)
        let snapshot = try await tag.inspect()
        #expect(snapshot.message == long)
        #expect(snapshot.capacityBytes == 2_044)
        #expect(await tag.write(.message(TagBench.message(2_045))).error?.code == .tooSmall)
    }

    @Test(
        "what the container closes is said before the first write",
        arguments: [("00 FF", TagError.Code.readOnly), ("00 80", .readOnly), ("FF 00", .passwordProtected)])
    func access(bits: String, code: TagError.Code) async throws {
        var tag = try bench("000F 20 00FF 00FF 0406 E104 0100 \(bits)")
        let outcome = await tag.write(.message(Self.message), [])
        #expect(outcome.error?.code == code)
        #expect(outcome.counts.pageWrites == 0)
    }

    @Test(
        "a proprietary write access condition is not reported as permanently read-only",
        arguments: [0x01, 0x7F, 0x80, 0xFE])
    func writeAccess(access: UInt8) async throws {
        var tag = try bench("000F 20 00FF 00FF 0406 E104 0100 00 \(hexText(access))")
        #expect(try await tag.inspect().findings.contains(.containerWriteAccess(access)))
        let error = try #require(await tag.write(.message(Self.message), []).error)
        #expect(error.code == .readOnly)
        #expect(!error.reason.contains("permanently"))
        #expect(error.reason.contains(access < 0x80 ? "reserved" : "tag's maker"))
    }

    @Test("a container that lets no byte be read is looked at, and the write says why it is refused")
    func noReading() async throws {
        var tag = try bench("000F 20 0000 0034 0406 E104 0100 00 00")
        #expect(try await tag.inspect().state == .unformatted)
        let error = try #require(await tag.write(.message(Self.message), []).error)
        #expect(error.code == .wrongContainer)
        #expect(error.reason == "the tag allows only 0 bytes to be read per command")
        #expect(!error.remedy.contains("still"))
    }

    private func hexText(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
