import Foundation
import Glibc
import SimulationKit
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("A virtual reader")
struct VirtualReaderTests {
    private let version = Frame.information(hex("D4 02")).bytes
    private let versionAnswer = Frame.information(hex("D5 03 32 01 06 07")).bytes
    private let wakeUp = hex("55 55 00 00 00")
    private let tag = Type2Tag(chip: .ntag213, uid: hex("04 A1 B2 C3 D4 E5 F6"))

    @Test("serves one client after another on one path")
    func clients() throws {
        let reader = try VirtualReader(VirtualField([tag]))
        defer { reader.stop() }
        #expect(reader.connstring == "pn532_uart:\(reader.path)")
        #expect(!reader.path.contains(":"))
        for _ in 0..<3 {
            let client = try Client(reader.path)
            #expect(client.ask(wakeUp + version, for: 19) == Frame.ack.bytes + versionAnswer)
            _ = consume client
        }
    }

    @Test("ends when it is stopped, while it is idle, searches, or waits for a tag")
    func stop() throws {
        for commands in [[], ["D4 4A 01 00"], ["D4 4A 01 00", "D4 32 02 00 0B 10", "D4 42 60"]] {
            let reader = try VirtualReader(VirtualField())
            let client = try Client(reader.path)
            _ = client.ask(wakeUp, for: 0)
            for command in commands { _ = client.ask(Frame.information(hex(command)).bytes, for: 6) }
            let start = ContinuousClock.now
            reader.stop()
            reader.stop()
            #expect(start.duration(to: .now) < .seconds(1))
            #expect(client.ask(version, for: 1) == [])
        }
    }

    @Test("ends when it is forgotten")
    func forgotten() throws {
        var reader: VirtualReader? = try VirtualReader(VirtualField())
        let client = try Client(#require(reader?.path))
        reader = nil
        #expect(client.ask(version, for: 1) == [])
        #expect(client.isHungUp)
    }

    @Test("finds a tag that comes while the host waits")
    func arrival() throws {
        let reader = try VirtualReader(VirtualField())
        defer { reader.stop() }
        let client = try Client(reader.path)
        #expect(client.ask(wakeUp + Frame.information(hex("D4 4A 01 00")).bytes, for: 6) == Frame.ack.bytes)
        reader.change { [tag] in $0.insert(tag) }
        let found = Frame.information(hex("D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 F6")).bytes
        #expect(client.ask([], for: found.count) == found)
    }

    @Test("really waits for a silent tag, so that a host can distinguish it from a refusal")
    func silence() throws {
        let reader = try VirtualReader(VirtualField([tag]))
        defer { reader.stop() }
        let client = try Client(reader.path)
        _ = client.ask(wakeUp + Frame.information(hex("D4 4A 01 00")).bytes, for: 28)
        func time(_ command: String) -> (answer: [UInt8], took: Duration) {
            let start = ContinuousClock.now
            let answer = client.ask(Frame.information(hex(command)).bytes, for: 16)
            return (Array(answer.dropFirst(6)), start.duration(to: .now))
        }
        let refused = time("D4 40 01 30 FF")
        #expect(refused.answer == Frame.information(hex("D5 41 13")).bytes)
        let silent = time("D4 40 01 30 00")
        #expect(silent.answer == Frame.information(hex("D5 41 01")).bytes)
        #expect(silent.took >= .microseconds(51_200))
        #expect(refused.took < silent.took)
    }

    @Test("takes the modelled time if asked to")
    func realTime() throws {
        let reader = try VirtualReader(VirtualField([tag]), pace: .realTime)
        defer { reader.stop() }
        let client = try Client(reader.path)
        _ = client.ask(wakeUp + Frame.information(hex("D4 4A 01 00")).bytes, for: 28)
        let before = reader.statistics
        let start = ContinuousClock.now
        _ = client.ask(Frame.information(hex("D4 40 01 A2 06 01 02 03 04")).bytes, for: 16)
        let modelled = reader.statistics.since(before).modelledMicroseconds
        #expect(start.duration(to: .now) >= .microseconds(modelled))
    }

    @Test("stalls: no ACK, then or later")
    func stalls() throws {
        let reader = try VirtualReader(VirtualField([tag]), lineFaults: [1: .stalls])
        defer { reader.stop() }
        let client = try Client(reader.path)
        #expect(client.ask(wakeUp + version, for: 19).count == 19)
        #expect(client.ask(version, for: 1, within: 100) == [])
        #expect(client.ask(version, for: 1, within: 100) == [])
        #expect(!client.isHungUp)
    }

    @Test("vanishes: the client is hung up")
    func vanishes() throws {
        let reader = try VirtualReader(VirtualField([tag]), lineFaults: [1: .vanishes])
        let client = try Client(reader.path)
        #expect(client.ask(wakeUp + version, for: 19).count == 19)
        #expect(client.ask(version, for: 1) == [])
        reader.waitForEnd()
        #expect(client.isHungUp)
    }

    @Test(
        "stalls or vanishes with the data command that the field's plan names",
        arguments: [FaultPlan.Fault.readerStalls, .readerVanishes])
    func planned(fault: FaultPlan.Fault) throws {
        let reader = try VirtualReader(VirtualField([tag], faults: FaultPlan([.command(1): fault])))
        defer { reader.stop() }
        let client = try Client(reader.path)
        _ = client.ask(wakeUp + Frame.information(hex("D4 4A 01 00")).bytes, for: 28)
        let read = Frame.information(hex("D4 40 01 30 00")).bytes
        #expect(client.ask(read, for: 32).count == 32)
        #expect(client.ask(read, for: 1, within: 200) == [])
        if fault == .readerVanishes { reader.waitForEnd() }
        #expect(client.isHungUp == (fault == .readerVanishes))
    }

    @Test("answers late, and flips bits in ACK and answer")
    func lateAndWrong() throws {
        let reader = try VirtualReader(
            VirtualField(),
            lineFaults: [
                0: .answersLate(microseconds: 60_000), 1: .flipsAnswerBit(65),
                2: .flipsAcknowledgementBit(24),
            ])
        defer { reader.stop() }
        let client = try Client(reader.path)
        let start = ContinuousClock.now
        #expect(client.ask(wakeUp + version, for: 19) == Frame.ack.bytes + versionAnswer)
        #expect(start.duration(to: .now) >= .milliseconds(60))
        var wrong = versionAnswer
        wrong[8] ^= 0x02
        #expect(client.ask(version, for: 19) == Frame.ack.bytes + wrong)
        #expect(client.ask(version, for: 19) == hex("00 00 FF 01 FF 00") + versionAnswer)
        #expect(client.ask(version, for: 19) == Frame.ack.bytes + versionAnswer)
    }

    @Test("answers everything with a NACK, and to half with an answer that is cut off")
    func refusesAndCuts() throws {
        let reader = try VirtualReader(VirtualField(), lineFaults: [0: .cutsAnswer(bytes: 3), 1: .refuses])
        defer { reader.stop() }
        let client = try Client(reader.path)
        #expect(
            client.ask(wakeUp + version, for: 10, within: 100) == Frame.ack.bytes + versionAnswer.prefix(3))
        for _ in 1...2 { #expect(client.ask(version, for: 7, within: 100) == Frame.nack.bytes) }
    }

    @Test("floods the line with the same noise in every run")
    func floods() throws {
        func noise() throws -> [UInt8] {
            let reader = try VirtualReader(VirtualField(), lineFaults: [0: .floods])
            defer { reader.stop() }
            let client = try Client(reader.path)
            return client.ask(wakeUp + version, for: 200)
        }
        let first = try noise()
        #expect(first.count == 200)
        #expect(try noise() == first)
    }

    @Test("lets its bytes drip")
    func drips() throws {
        let reader = try VirtualReader(VirtualField(), lineFaults: [0: .drips(microseconds: 2_000)])
        defer { reader.stop() }
        let client = try Client(reader.path)
        let start = ContinuousClock.now
        #expect(client.ask(wakeUp + version, for: 19) == Frame.ack.bytes + versionAnswer)
        #expect(start.duration(to: .now) >= .microseconds(19 * 2_000))
    }

    @Test("gives a tag's file back when it stops, and ends by itself when the file cannot follow")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tag.nfc").path
        try Data(tag.image.contents(as: .flipper)).write(to: URL(filePath: path))

        let first = try VirtualReader(try Self.field(path))
        #expect(throws: TagError.self) { try TagFile.open(path) }
        first.stop()

        let second = try VirtualReader(try Self.field(path))
        defer { second.stop() }
        let client = try Client(second.path)
        _ = client.ask(wakeUp + Frame.information(hex("D4 4A 01 00")).bytes, for: 28)
        // Without its folder the file cannot be replaced, not even by root.
        try FileManager.default.removeItem(at: folder)
        #expect(client.ask(Frame.information(hex("D4 40 01 A2 06 01 02 03 04")).bytes, for: 1) == [])
        second.waitForEnd()
        #expect(second.failure?.code == .fileNotWritable)
    }

    private static func field(_ path: String) throws -> VirtualField {
        let (file, image) = try TagFile.open(path)
        var field = VirtualField()
        field.insert(try makeVirtualTag(from: image), file: file)
        return field
    }
}

/// A program at the other end of the port.
private final class Client {
    private let descriptor: Int32

    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
        try #require(descriptor >= 0)
    }

    deinit { Glibc.close(descriptor) }

    /// Sends bytes, and reads until `count` bytes have arrived, the port is closed, or the time is over.
    func ask(_ bytes: [UInt8], for count: Int, within milliseconds: Int32 = 5_000) -> [UInt8] {
        if !bytes.isEmpty { _ = write(descriptor, bytes, bytes.count) }
        var heard: [UInt8] = []
        while heard.count < count {
            var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&event, 1, milliseconds) > 0 else { return heard }
            var buffer = [UInt8](repeating: 0, count: count - heard.count)
            let length = read(descriptor, &buffer, buffer.count)
            guard length > 0 else { return heard }
            heard += buffer.prefix(length)
        }
        return heard
    }

    var isHungUp: Bool {
        var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&event, 1, 0) > 0 && event.revents & Int16(POLLHUP) != 0
    }
}
