import TagKit
import TagSecurity
import TagSimulator
import TestSupport
import Testing

@testable import TagReaders

/// Tags on a reader that can send only READ and WRITE, and therefore not GET_VERSION.
@Suite struct StorageCardReaderTests {
    private static let uid = hex("04 A1 B2 C3 D4 E5 F6")

    private static func inspect(_ chip: Type2Chip, container: [UInt8]? = nil) async throws -> TagSnapshot {
        var memory = Type2Tag(chip: chip, uid: uid).memory
        if let container { memory.replaceSubrange(12..<16, with: container) }
        let tag = Type2Tag(chip: chip, uid: uid, memory: memory)
        return try await TagSession(InProcessReader(tag, .storageCard)).inspect(.dump)
    }

    @Test(
        "an NTAG21x is identified by its container and its pages",
        arguments: [Type2Chip.ntag213, .ntag215, .ntag216])
    func genuine(chip: Type2Chip) async throws {
        let snapshot = try await Self.inspect(chip)
        #expect(snapshot.chip.product == chip.product)
        #expect(snapshot.chip.isInferred && !snapshot.chip.isClone && snapshot.chip.refusal == nil)
        guard case .pages(let pages) = snapshot.memory else {
            Issue.record("the tag is not of Type 2")
            return
        }
        #expect(pages.count == chip.pageCount)
    }

    @Test("a message is written to a large tag, and read back", arguments: [Type2Chip.ntag215, .ntag216])
    func writes(chip: Type2Chip) async throws {
        let reader = InProcessReader(Type2Tag(chip: chip, uid: Self.uid), .storageCard)
        let message = [0xD1, 0x01, 201, 0x55, 0x04] + [UInt8](repeating: UInt8(ascii: "a"), count: 200)
        let session = TagSession(reader)
        let blank = try await session.inspect(.writing(messageBytes: message.count))
        _ = try await session.execute(ProgrammingPlan(blank, .message(message), options: .overwrite))
        #expect(try await TagSession(reader).inspect().message == message)
    }

    @Test(
        "a tag with more or less memory than its container declares is unknown",
        arguments: [(Type2Chip.ntag213, 0x3E), (.ntag215, 0x12), (.ntag216, 0x3E)] as [(Type2Chip, UInt8)])
    func otherMemory(chip: Type2Chip, declared: UInt8) async throws {
        let snapshot = try await Self.inspect(chip, container: [0xE1, 0x10, declared, 0x00])
        #expect(snapshot.chip.refusal?.contains("this reader cannot request the chip's version") == true)
        #expect(snapshot.chip.memory == nil && !snapshot.chip.isClone)
    }

    @Test("a tag is neither locked nor protected, because its chip could be a variant")
    func protection() async throws {
        let snapshot = try await Self.inspect(.ntag213)
        for goal in [ProtectionGoal.permanent(), .password()] {
            let error = #expect(throws: TagError.self) { try ProtectionPlan(snapshot, goal) }
            #expect(error?.code == .unsupportedTag)
            #expect(error?.reason.hasPrefix("this reader cannot request the chip's version") == true)
        }
    }

    @Test("an inferred chip can be a variant that was identified earlier, but no other product")
    func variants() async throws {
        let chip = try await Self.inspect(.ntag213).chip
        for product in ["NTAG213", "NTAG213F", "Feiju copy of NTAG213"] { #expect(chip.canBe(product)) }
        #expect(!chip.canBe("NTAG215"))
        #expect(!Chip.ntag213.canBe("NTAG213F"))
    }

    @Test("the originality signature cannot be checked through this reader")
    func signature() async throws {
        let reader = InProcessReader(Type2Tag(chip: .ntag213, uid: Self.uid), .storageCard)
        let session = TagSession(reader)
        let snapshot = try await session.inspect(.message)
        let found = Originality(
            try await session.readSignature(), uid: snapshot.tag.uid, chip: snapshot.chip)
        #expect(found == .cannotBeChecked(.reader))
    }
}
