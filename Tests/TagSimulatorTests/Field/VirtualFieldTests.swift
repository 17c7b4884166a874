import SimulationKit
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("The field")
struct VirtualFieldTests {
    static let blank = Type2Tag(chip: .ntag213, uid: TagTalk.uid)

    private func field(_ faults: FaultPlan = FaultPlan()) -> VirtualField {
        var field = VirtualField([Self.blank], faults: faults)
        field.switchOn()
        _ = field.activate()
        return field
    }

    private func send(_ command: String, to field: inout VirtualField) -> FieldResponse.Outcome {
        field.exchange(RFFrame(hex(command))).outcome
    }

    @Test("counts data commands, bytes and page writes, but no selections")
    func counts() {
        var field = field()
        #expect(field.counts.dataCommands == 0)
        let (sent, received) = (field.counts.bytesSent, field.counts.bytesReceived)
        _ = send("60", to: &field)
        _ = send("A2 04 01 02 03 04", to: &field)
        _ = send("3A 00 07", to: &field)
        #expect(field.counts.dataCommands == 3)
        #expect(field.counts.pageWrites == 1)
        #expect(field.counts.bytesSent - sent == 1 + 6 + 3)
        #expect(field.counts.bytesReceived - received == 8 + 1 + 32)
    }

    @Test(
        "frames that bring no data are no data commands",
        arguments: [
            "93 20", "93 70 88 04 39 91 24", "95 20", "50 00", "E0 80", "C2", "A2", "B3", "D0 11 0A", "F2 01",
        ])
    func noData(frame: String) { #expect(!RFFrame(hex(frame)).isDataCommand) }

    /// 106 kbit/s: 128 carrier periods a bit, 9 bits a byte with parity, start and end bit, two bytes of CRC.
    @Test(
        "models the air's time from the bits that are sent",
        arguments: [
            // READ: 4 bytes there, 18 bytes back, the tag's delay and the reader's.
            ("30 00", 38 + 164, 0),
            // WRITE: 8 bytes there, 4 bits back, 4.1 ms of EEPROM.
            ("A2 04 01 02 03 04", 74 + 6, 4_100),
        ])
    func time(command: String, bits: Int, busy: Int) {
        var field = field()
        let before = field.elapsedMicroseconds
        let answer = field.exchange(RFFrame(hex(command)))
        let expected = Double(bits * 128 + 2 * 1172) / 13.56 + Double(busy)
        #expect(abs(Double(field.elapsedMicroseconds - before) - expected) <= 1)
        #expect(answer.microseconds == field.elapsedMicroseconds - before)
    }

    @Test("power-up is the field's: configuration acts after the carrier was away")
    func carrier() {
        var field = field()
        #expect(send("A2 29 04 00 00 04", to: &field) == .frame(.ack))
        #expect(send("A2 05 00 00 00 00", to: &field) == .frame(.ack))
        field.switchOff()
        #expect(send("30 00", to: &field) == .silence)
        field.switchOn()
        _ = field.activate()
        #expect(send("A2 05 00 00 00 00", to: &field) == .frame(.nak(0)))
    }

    @Test("a lost, late or damaged answer: the tag has acted all the same")
    func answers() {
        let write = "A2 05 01 02 03 04"
        var lost = field(FaultPlan([.command(0): .answerLost]))
        #expect(send(write, to: &lost) == .silence)
        var late = field(FaultPlan([.command(0): .answerLate(microseconds: 60_000)]))
        let answer = late.exchange(RFFrame(hex(write)))
        #expect(answer.frame == .ack && answer.delayMicroseconds > 64_000)
        var damaged = field(FaultPlan([.command(0): .bitError(bit: 1)]))
        #expect(send(write, to: &damaged) == .damaged(RFFrame([0x08], bits: 4)))
        for field in [lost, late, damaged] {
            #expect((field.tags[0] as? Type2Tag)?.memory[20..<24] == [1, 2, 3, 4])
        }
    }

    @Test("a reader that stalls or vanishes says so, and its command never reaches the tag")
    func reader() {
        for fault in [FaultPlan.Fault.readerStalls, .readerVanishes] {
            var field = field(FaultPlan([.command(1): fault]))
            #expect(send("30 00", to: &field) != .silence)
            #expect(send("A2 05 01 02 03 04", to: &field) == .silence)
            #expect(field.readerFault == fault)
            #expect((field.tags[0] as? Type2Tag)?.memory == Self.blank.memory)
        }
    }

    @Test("a tag that leaves within page write n leaves that page as the tear says", arguments: 0..<3)
    func tears(n: Int) {
        for tear in [TornWrite.old, .new, .garbage(seed: 9)] {
            var field = field(.tagLeaves(withinPageWrite: n, leaving: tear))
            var silentAt: Int?
            for page in 0..<4 where silentAt == nil {
                if send("A2 0\(page + 4) AA AA AA AA", to: &field) == .silence { silentAt = page }
            }
            #expect(silentAt == n)
            let memory = (field.tags[0] as? Type2Tag)?.memory ?? []
            #expect(memory[16..<16 + n * 4].allSatisfy { $0 == 0xAA })
            let torn = Array(memory[16 + n * 4..<20 + n * 4])
            if tear == .old { #expect(torn == Array(Self.blank.memory[16 + n * 4..<20 + n * 4])) }
            if tear == .new { #expect(torn == [0xAA, 0xAA, 0xAA, 0xAA]) }
            #expect(Array(memory[(20 + n * 4)...]) == Array(Self.blank.memory[(20 + n * 4)...]))
            field.putBack()
            #expect(field.activate()?.uid == TagTalk.uid)
        }
    }

    @Test(
        "any drawn fault ends every session without a trap, and the same seed is the same run",
        arguments: propertySeeds)
    func drawn(seed: UInt64) async {
        func run() async -> ([UInt8], FieldCounts) {
            var generator = SeededGenerator(seed: seed)
            let plan = FaultPlan.drawn(from: &generator, commands: 6, pageWrites: 4)
            let reader = DirectReader(Self.blank, faults: plan)
            _ = try? await reader.select(within: .seconds(1))
            _ = try? await reader.send(.getVersion)
            for page in UInt8(4)..<8 {
                _ = try? await reader.send(.write(page: page, data: generator.bytes(4)))
            }
            _ = try? await reader.send(.read(page: 4))
            let field = await reader.field
            return ((field.tags[0] as? Type2Tag)?.memory ?? [], field.counts)
        }
        let (first, second) = (await run(), await run())
        #expect(first.0 == second.0 && first.1 == second.1)
        #expect(first.0[0..<16] == Self.blank.memory[0..<16] && first.0[32...] == Self.blank.memory[32...])
    }
}
