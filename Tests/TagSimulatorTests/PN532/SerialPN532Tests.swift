import TagDumps
import TestSupport
import Testing

@testable import TagSimulator

@Suite("A PN532 on its serial line")
struct SerialPN532Tests {
    private func awake(_ tags: any VirtualTag...) -> SerialPN532 {
        var serial = SerialPN532(field: VirtualField(tags))
        _ = serial.receive([0x55, 0x55, 0x00])
        return serial
    }

    private let version = Frame.information(hex("D4 02"))
    private let versionAnswer: [Frame] = [.ack, .information(hex("D5 03 32 01 06 07"))]

    @Test(
        "sleeps until five rising edges have woken it",
        arguments: [
            ("", false), ("00 00 00", false), ("00 00 00 00 00", true), ("55", true),
            ("FF FF FF", false),
            ("55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00", true),
            ("00 00 00 00 00 00 00 00 00 00", true),
        ])
    func wakes(bytes: String, isHeard: Bool) {
        var serial = SerialPN532(field: VirtualField())
        #expect(serial.receive(hex(bytes)) == nil)
        #expect(serial.receive(version.bytes)?.sentFrames == (isHeard ? versionAnswer : nil))
    }

    @Test("sleeps again after PowerDown, its field off")
    func powerDown() {
        var serial = awake()
        _ = serial.receive(Frame.information(hex("D4 32 01 01")).bytes)
        #expect(serial.chip.field.isOn)
        let actions = serial.receive(Frame.information(hex("D4 16 20")).bytes)
        #expect(actions?.sentFrames == [.ack, .information(hex("D5 17 00"))])
        #expect(!serial.chip.field.isOn)
        #expect(serial.receive(version.bytes) == nil)
        #expect(serial.receive([0x55] + version.bytes)?.sentFrames == versionAnswer)
    }

    @Test("hears a frame byte by byte, and acts with its last checksum")
    func dripFed() {
        var serial = awake()
        for byte in version.bytes.dropLast(2) { #expect(serial.receive([byte]) == nil) }
        #expect(serial.receive(version.bytes.suffix(2))?.sentFrames == versionAnswer)
    }

    @Test("aborts a search when the host's ACK comes, even in one piece with it")
    func abort() {
        var serial = awake()
        let list = Frame.information(hex("D4 4A 01 00"))
        #expect(serial.receive(list.bytes)?.last == .pollAgain(afterMicroseconds: 3_000))
        #expect(serial.receive(Frame.ack.bytes) == [])
        #expect(serial.poll() == [])
        #expect(serial.receive(list.bytes + Frame.ack.bytes) == [.send(.ack)])
    }

    @Test(
        "needs as long as a PN532 at 115200 Bd: libnfc's WRITE 7.8 ms, READ 5.9 ms, 40 pages of FAST_READ 30.7 ms",
        arguments: [
            ("D4 40 01 A2 06 01 02 03 04", 7_800, 6 + 1), ("D4 40 01 30 04", 5_900, 2 + 16),
            ("D4 42 3A 00 27", 30_700, 3 + 160),
        ])
    func modelledTime(command: String, microseconds: Int, fieldBytes: Int) {
        var serial = awake(Type2Tag(chip: .ntag213, uid: hex("04 A1 B2 C3 D4 E5 F6")))
        _ = serial.receive(Frame.information(hex("D4 4A 01 00")).bytes)
        let before = serial.statistics
        #expect(serial.receive(Frame.information(hex(command)).bytes)?.sentFrames.count == 2)
        let spent = serial.statistics.since(before)
        #expect(abs(spent.modelledMicroseconds - microseconds) <= 100, "\(spent)")
        #expect(spent.dataCommands == 1)
        #expect(spent.fieldBytes == fieldBytes)
        #expect(spent.pageWrites == (command.contains("A2") ? 1 : 0))
    }

    @Test("counts the line's time by the rate that holds")
    func rates() {
        var serial = awake()
        func cost(_ serial: inout SerialPN532) -> Int {
            let before = serial.statistics
            _ = serial.receive(version.bytes)
            let spent = serial.statistics.since(before)
            #expect(spent.lineBytes == 28)
            return spent.lineMicroseconds
        }
        // 9 bytes in, 6 and 13 out.
        #expect(abs(cost(&serial) - 28 * 10_000_000 / 115_200) <= 1)
        _ = serial.receive(Frame.information(hex("D4 10 07")).bytes)
        _ = serial.receive(Frame.ack.bytes)
        #expect(abs(cost(&serial) - 28 * 10_000_000 / 921_600) <= 1)
    }
}
