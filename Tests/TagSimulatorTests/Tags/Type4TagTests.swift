import SimulationKit
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Type 4 tags")
struct Type4TagTests {
    static let selectApplication = "00 A4 04 00 07 D2 76 00 00 85 01 01"

    private func tag(_ product: String = "NTAG 424 DNA") throws -> Type4Tag {
        let image = try #require(TagImage.factory(product: product, uid: TagTalk.uid))
        var tag = try #require(Type4Tag(image))
        tag.powerUp()
        return tag
    }

    @Test("an answer to RATS that fits no reader's frame makes no tag", arguments: [61, 62, 253])
    func longATS(count: Int) throws {
        var image = try #require(TagImage.factory(product: "NTAG 424 DNA", uid: TagTalk.uid))
        image.ats = [UInt8](repeating: 0x80, count: count)
        #expect((Type4Tag(image) == nil) == (count > 61))
    }

    /// APDUs in one session, straight at the tag's command layer.
    private func answers(_ apdus: [String], of product: String = "NTAG 424 DNA") throws -> [String] {
        var tag = try tag(product)
        return apdus.map { TagTalk.hexText(tag.answer(hex($0), tear: nil).response) }
    }

    @Test("an NTAG 424 DNA gives its signature, and zeros where its file has none")
    func signature() async throws {
        let plain = try #require(TagImage.factory(product: "NTAG 424 DNA", uid: TagTalk.uid))
        var defective = plain.signedBySimulator
        defective.defects = ["no-signature"]
        let zeros = [UInt8](repeating: 0, count: 56)
        for (image, signature) in [
            (plain.signedBySimulator, plain.signedBySimulator.signature), (plain, zeros), (defective, zeros),
        ] {
            let read = try TagImage(reading: image.contents(as: .flipper), named: "tag.nfc")
            #expect(read == image, "the signature stands in the file")
            let session = TagSession(DirectReader(try makeVirtualTag(from: read)))
            _ = try await session.inspect(.inspection)
            #expect(try await session.readSignature() == .signature(signature))
            #expect(signature.count == 56)
        }
        #expect(try answers(["90 3C 00 00 01 01 00", "90 3C 00 00 00"]).allSatisfy { $0.hasPrefix("91") })
    }

    @Test("a lost answer to READ_SIG is asked for again, and a refusal is one")
    func lostSignature() async throws {
        let image = try #require(TagImage.factory(product: "NTAG 424 DNA", uid: TagTalk.uid))
            .signedBySimulator
        let clean = DirectReader(try makeVirtualTag(from: image))
        let session = TagSession(clean)
        _ = try await session.inspect(.inspection)
        let asked = await session.commands
        for fault in [FaultPlan.Fault.answerLost, .tagLeaves(.old)] {
            let reader = DirectReader(
                try makeVirtualTag(from: image), faults: FaultPlan([.command(asked): fault]))
            let session = TagSession(reader)
            _ = try await session.inspect(.inspection)
            let reading = try? await session.readSignature()
            #expect(reading == (fault == .answerLost ? .signature(image.signature) : nil))
        }
    }

    @Test("a tag that was only looked at to be written says what chip it is, and can be written then")
    func identified() async throws {
        let message = try NDEFMessage([URIRecord("https://church.example/give").record()]).encoded()
        for (product, name) in [("NTAG 424 DNA", "NTAG 424 DNA"), ("Type 4 CC 3.0", "Type 4 tag")] {
            let image = try #require(TagImage.factory(product: product, uid: TagTalk.uid))
            let session = TagSession(DirectReader(try makeVirtualTag(from: image)))
            let seen = try await session.inspect(.writing(messageBytes: message.count))
            #expect(seen.chip.product == "Type 4 tag")
            let snapshot = try await session.identified(seen)
            #expect(snapshot.chip.product == name && snapshot.message == seen.message)
            _ = try await session.readSignature()
            _ = try await session.execute(ProgrammingPlan(snapshot, .message(message)))
        }
    }

    @Test("SELECT, READ BINARY and UPDATE BINARY of the NDEF file")
    func session() throws {
        let found = try answers([
            Self.selectApplication + "00", "00 A4 00 0C 02 E1 03", "00 B0 00 00 0F", "00 A4 00 0C 02 E1 04",
            "00 D6 00 00 05 00 03 D0 00 00", "00 B0 00 00 05", "00 B0 00 03 02",
        ])
        #expect(
            found == [
                "90 00", "90 00", "00 17 20 01 00 00 FF 04 06 E1 04 01 00 00 00 90 00", "90 00", "90 00",
                "00 03 D0 00 00 90 00", "00 00 90 00",
            ])
    }

    @Test(
        "what cannot be done has its status word",
        arguments: [
            ("00 A4 00 0C 02 E1 99", "6A 82"), ("00 A4 04 00 07 D2 76 00 00 85 01 00", "6A 82"),
            ("00 A4 03 0C 02 E1 04", "6A 86"), ("00 B0 01 00 01", "6B 00"), ("00 B0 00 00", "67 00"),
            ("00 D6 00 00 02 AB CD 00", "67 00"), ("00 D6 00 FF 02 AB CD", "6A 84"), ("00 D6 00 00", "67 00"),
            ("00 B0 00 00 00 01 01", "67 00"), ("00 E0 00 00", "6D 00"), ("80 B0 00 00 01", "6E 00"),
            ("00 B0", "67 00"), ("00 D6 00 00 05 01 02", "67 00"), ("", "67 00"),
        ])
    func refusals(apdu: String, status: String) throws {
        let found = try answers([Self.selectApplication, "00 A4 00 0C 02 E1 04", apdu])
        #expect(found.last == status)
    }

    @Test("files that are not free are refused; without a file nothing is read")
    func access() throws {
        let found = try answers([
            "00 A4 00 0C 02 E1 04", "00 B0 00 00 01", Self.selectApplication, "00 B0 00 00 01",
            "00 A4 00 0C 02 E1 05", "00 B0 00 00 01", "00 D6 00 00 01 00", "00 A4 00 0C 02 E1 03",
            "00 D6 00 00 01 00",
        ])
        #expect(found == ["6A 82", "69 86", "90 00", "69 86", "90 00", "69 82", "69 82", "90 00", "69 82"])
    }

    @Test("MLe and MLc of the capability container are limits")
    func limits() throws {
        let head = [Self.selectApplication, "00 A4 00 0C 02 E1 04"]
        let data = { (count: Int) in
            TagTalk.hexText([0, 0xD6, 0, 0, UInt8(count)] + [UInt8](repeating: 1, count: count))
        }
        let name = "Type 4 CC 3.0"
        #expect(try answers(head + ["00 B0 00 00 80"], of: name).last?.hasSuffix("90 00") == true)
        #expect(try answers(head + ["00 B0 00 00 81"], of: name).last == "67 00")
        #expect(try answers(head + [data(0x78)], of: name).last == "90 00")
        #expect(try answers(head + [data(0x79)], of: name).last == "67 00")
    }

    @Test(
        "SELECT of the application with and without Le",
        arguments: [
            ([], "90 00", "90 00"), ([.leRequired], "6A 82", "90 00"), ([.leRefused], "90 00", "6A 82"),
        ] as [(Set<TagDefect>, String, String)])
    func le(defects: Set<TagDefect>, without: String, with: String) throws {
        var tag = try tag()
        tag.defects = defects
        #expect(TagTalk.hexText(tag.answer(hex(Self.selectApplication), tear: nil).response) == without)
        #expect(TagTalk.hexText(tag.answer(hex(Self.selectApplication + "00"), tear: nil).response) == with)
    }

    @Test(
        "APDUs of any length go through blocks of any size, both ways", arguments: [0x00, 0x20, 0x50, 0x80])
    func chaining(fsdi: Int) throws {
        var field = VirtualField([try tag()])
        field.switchOn()
        _ = field.activate()
        // The reader's own side of ISO-DEP with frames of 16, 32, 64 and 256 bytes.
        let ats = field.exchange(RFFrame([0xE0, UInt8(fsdi)])).frame?.bytes
        #expect(ats == hex("06 77 77 71 02 80"))
        var number: UInt8 = 0
        func send(_ apdu: String, chunk: Int = 5) -> [UInt8] {
            var rest = hex(apdu)[...]
            var answer: [UInt8] = []
            while !rest.isEmpty {
                let part = rest.prefix(chunk)
                rest = rest.dropFirst(chunk)
                answer =
                    field.exchange(RFFrame([0x02 | (rest.isEmpty ? 0 : 0x10) | number] + part)).frame?.bytes
                    ?? []
                if !rest.isEmpty { #expect(answer == [0xA2 | number]) }
                number ^= 1
            }
            var whole: [UInt8] = []
            while let pcb = answer.first {
                #expect(
                    answer.count <= [16, 32, 64, 256][[0, 0x20, 0x50, 0x80].firstIndex(of: fsdi) ?? 0] - 2)
                whole += answer.dropFirst()
                guard pcb & 0x10 != 0 else { break }
                answer = field.exchange(RFFrame([0xA2 | number])).frame?.bytes ?? []
                number ^= 1
            }
            return whole
        }
        #expect(send(Self.selectApplication) == hex("90 00"))
        #expect(send("00 A4 00 0C 02 E1 04", chunk: 1) == hex("90 00"))
        let data = (0..<200).map { UInt8($0) }
        #expect(send(TagTalk.hexText([0, 0xD6, 0, 0, 200] + data), chunk: 13) == hex("90 00"))
        #expect(send("00 B0 00 00 C8") == data + hex("90 00"))
    }

    @Test("a reader in process brings long APDUs through, whatever the seed", arguments: propertySeeds)
    func initiator(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let data = generator.bytes(Int.random(in: 1...250, using: &generator))
        let reader = DirectReader(try tag())
        _ = try await reader.select(within: .seconds(1))
        for apdu in [Self.selectApplication, "00 A4 00 0C 02 E1 04"] {
            #expect(try await reader.send(.apdu(hex(apdu))) == hex("90 00"))
        }
        #expect(try await reader.send(.apdu([0, 0xD6, 0, 0, UInt8(data.count)] + data)) == hex("90 00"))
        try await reader.reselect()
        for apdu in [Self.selectApplication, "00 A4 00 0C 02 E1 04"] {
            _ = try await reader.send(.apdu(hex(apdu)))
        }
        #expect(try await reader.send(.apdu([0, 0xB0, 0, 0, UInt8(data.count)])) == data + hex("90 00"))
        #expect(await reader.field.counts.pageWrites == 1)
    }

    @Test("R(NAK) brings the last block again; blocks that mean nothing are met with silence")
    func repetition() throws {
        var tag = try tag()
        var talk = TagTalk(tag)
        #expect(talk.raw("E0 80") == "06 77 77 71 02 80")
        #expect(talk.raw("02 " + Self.selectApplication) == "02 90 00")
        #expect(talk.raw("B2") == "02 90 00", "the same number asks for it again")
        #expect(talk.raw("B3") == "A2", "the other number: the tag heard nothing new")
        #expect(talk.raw("07 00") == "silence")
        #expect(talk.raw("03 00 A4 00 0C 02 E1 03") == "03 90 00")
        #expect(talk.raw("C2") == "C2")
        #expect(talk.raw("E0 80") == "silence", "in HALT")
        tag.powerUp()
        #expect(tag.receive(RFFrame(hex("02 00")), tear: nil) == .silence)
    }

    @Test("a slow tag asks for more time, S(WTX), as often as it says, and then answers", arguments: 1...10)
    func slow(extensions: Int) throws {
        var tag = try tag()
        tag.defects = [.slow(extensions: extensions)]
        var talk = TagTalk(tag)
        _ = talk.raw("E0 80")
        _ = talk.raw("02 " + Self.selectApplication)
        _ = talk.raw("03 00 A4 00 0C 02 E1 04")
        #expect(talk.raw("02 00 D6 00 00 02 AB CD") == "F2 01")
        for _ in 1..<extensions { #expect(talk.raw("F2 01") == "F2 01") }
        #expect(talk.raw("B2") == "F2 01", "R(NAK) brings the request again")
        #expect(talk.raw("A3") == "silence", "and R(ACK) skips none")
        #expect(talk.raw("F2 02") == "silence", "another multiplier than the tag's own")
        #expect(talk.raw("F2 01") == "02 90 00")
        #expect(talk.raw("F2 01") == "silence", "nobody asked")
        #expect(talk.raw("03 00 B0 00 00 02") == "03 AB CD 90 00", "reads are as fast as ever")
    }

    @Test("a slow tag is written through the chip and in process, in one data command", arguments: [1, 7])
    func slowIsServed(extensions: Int) async throws {
        var tag = try tag()
        tag.defects = [.slow(extensions: extensions)]
        let reader = DirectReader(tag)
        _ = try await reader.select(within: .seconds(1))
        for apdu in [Self.selectApplication, "00 A4 00 0C 02 E1 04", "00 D6 00 00 02 AB CD"] {
            #expect(try await reader.send(.apdu(hex(apdu))) == hex("90 00"))
        }
        #expect(await reader.field.counts.dataCommands == 3)
        var talk = ChipTalk(selecting: tag)
        for apdu in [Self.selectApplication, "00 A4 00 0C 02 E1 04", "00 D6 00 00 02 AB CD"] {
            #expect(talk.ask("40 01 \(apdu)") == "41 00 90 00")
        }
        #expect(talk.chip.field.counts.dataCommands == 3)
        #expect(talk.worked >= 4_100 * (extensions + 1))
    }

    @Test("an UPDATE BINARY that is torn leaves the rest of the file alone", arguments: propertySeeds)
    func tear(seed: UInt64) throws {
        for tear in [TornWrite.old, .new, .garbage(seed: seed)] {
            var tag = try tag()
            for apdu in [Self.selectApplication, "00 A4 00 0C 02 E1 04"] {
                _ = tag.answer(hex(apdu), tear: nil)
            }
            _ = tag.answer(hex("00 D6 00 10 02 AB CD"), tear: tear)
            let bytes = tag.files[1].bytes
            #expect(bytes[..<16].allSatisfy { $0 == 0 } && bytes[18...].allSatisfy { $0 == 0 })
            if tear == .old { #expect(bytes[16..<18] == [0, 0]) }
            if tear == .new { #expect(bytes[16..<18] == [0xAB, 0xCD]) }
        }
    }
}
