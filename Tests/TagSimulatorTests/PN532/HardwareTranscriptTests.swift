import Foundation
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

/// The exchanges of real chips with hosts, replayed with the virtual chip; `docs/simulator.md` lists the
/// omissions.
@Suite("Hardware transcripts, chip level")
struct HardwareTranscriptTests {
    @Test("of serial frames get the same answers from the virtual chip")
    func hsu() throws { try play("hsu") { transcript, serial in try frames(transcript, on: &serial) } }

    @Test("of direct transmits to the chip in an ACR122U get the same answers")
    func apdu() throws {
        try play("apdu") { transcript, serial in
            if Self.otherReaders.contains(transcript.id) { return [] }
            return try directTransmits(transcript, on: &serial)
        }
    }

    /// Transcripts without a PN532: readers with other chips, and a phone. Their facts about tags are tested
    /// with the tags, and `docs/chips.md` says what they mean for a host.
    private static let otherReaders: Set = [
        "apdu-acr1281-ntag216", "apdu-uid-ak9567", "apdu-ntag424-getcarduid",
    ]

    private func play(
        _ level: String, _ check: (ChipTranscript, inout SerialPN532) throws -> [String]
    ) throws {
        guard let transcripts = try ChipTranscript.all(level) else { return }
        #expect(!transcripts.isEmpty)
        var held = 0
        for transcript in transcripts {
            var serial = SerialPN532(field: VirtualField(try Self.tags(transcript)))
            // Some begin asleep and wake the chip themselves; all others find it awake.
            if transcript.id != "hsu-open-nfcpy" { _ = serial.receive([0x55, 0x55, 0x00]) }
            try prepare(&serial, for: transcript.id)
            let wrong = try check(transcript, &serial)
            if wrong.isEmpty { held += 1 }
            for line in wrong { Issue.record("\(transcript.id): \(line)") }
        }
        SharedFixtures.report("hardware-transcripts.json \(level)", held: held, of: transcripts.count)
    }

    private func frames(_ transcript: ChipTranscript, on serial: inout SerialPN532) throws -> [String] {
        var wrong: [String] = []
        for step in transcript.steps {
            let sent = (serial.receive(hex(step.send ?? "")) ?? []).sentFrames
            guard let expected = step.recv else {
                if !sent.isEmpty { wrong.append("\(step.send ?? ""): \(sent) instead of nothing") }
                continue
            }
            let answer = sent.last ?? .ack
            if sent.first != .ack || !Self.matches(answer, expected) {
                wrong.append("\(step.send ?? ""): \(spaced(answer.bytes)) instead of \(expected)")
            }
        }
        if transcript.id == "hsu-open-nfcpy", serial.chip.baudRate != 921_600 {
            wrong.append("the rate is the old one")
        }
        return wrong
    }

    /// A frame, a payload with wildcards, `error` and a frame, or `status` and a byte.
    private static func matches(_ frame: Frame, _ expected: String) -> Bool {
        let whole = spaced(frame.bytes).lowercased().filter { $0 != " " }
        if let text = expected.wholeMatch(of: /error ([0-9a-f]+)/)?.1 { return whole == text }
        guard case .information(let payload) = frame else { return false }
        if let text = expected.wholeMatch(of: /status ([0-9a-f]{2})/)?.1 {
            return payload.count == 3 && payload[2] == UInt8(text, radix: 16)
        }
        if whole == expected { return true }
        let bare = spaced(payload).lowercased().filter { $0 != " " }
        return bare.count == expected.count && zip(bare, expected).allSatisfy { $1 == "?" || $0 == $1 }
    }

    /// FF 00 00 00 Lc D4 …: the payload is sent, and the chip's payload and 90 00 are returned, or 63 7F for
    /// the error frame.
    private func directTransmits(_ transcript: ChipTranscript, on serial: inout SerialPN532) throws
        -> [String]
    {
        var wrong: [String] = []
        for step in transcript.steps {
            let command = hex(step.send ?? "")
            let sent = (serial.receive(Frame.information(Array(command[5...])).bytes) ?? []).sentFrames
            var answer: [UInt8] = [0x63, 0x7F]
            if case .information(let payload) = sent.last { answer = payload + [0x90, 0x00] }
            if answer != hex(step.recv ?? "") {
                wrong.append("\(step.send ?? ""): \(spaced(answer)) instead of \(step.recv ?? "")")
            }
        }
        return wrong
    }
}

extension HardwareTranscriptTests {
    /// The tags of the transcripts, as far as known.
    private static func tags(_ transcript: ChipTranscript) throws -> [any VirtualTag] {
        let uid = transcript.tag?.uid.map { hex($0) } ?? hex("04 01 02 03 04 05 06")
        switch transcript.id {
        case "hsu-open-nfcpy", "hsu-list-nothing": return []
        case "hsu-sense-ntag203", "hsu-read-0a":
            var tag = Type2Tag(chip: .ntag203, uid: uid)
            for (page, text) in transcript.tag?.pages ?? [:] {
                let at = (Int(page) ?? 0) * 4
                tag.memory.replaceSubrange(at..<at + 4, with: hex(text))
            }
            return [tag]
        case "hsu-ict-sector-select":
            // An NTAG I2C acknowledges the first half of SECTOR_SELECT.
            return [
                ScriptedTag(uid: uid, atqa: 0x0044, sak: 0x00, answers: [RFFrame(hex("C2 FF")): .ack])
            ]
        case "hsu-ide-read-unauth", "apdu-raw-halt-and-40":
            return [try tag("Mifare Classic 1K", hex("01 02 03 04"))]
        case "hsu-list-classic-7b": return [try tag("Mifare Classic 4K", uid)]
        case "hsu-two-ultralights":
            return [
                Type2Tag(chip: .ultralight, uid: uid),
                Type2Tag(chip: .ultralight, uid: hex("04 11 12 13 14 15 16")),
            ]
        case "apdu-ide-write-ultralight": return [Type2Tag(chip: .ultralight, uid: uid)]
        case "apdu-ide-desfire-to-ul": return [Type2Tag(chip: .ultralightC, uid: uid)]
        case "hsu-ide-isodep-desfire":
            return [
                ScriptedTag(
                    uid: uid, atqa: 0x0344, sak: 0x20,
                    answers: [
                        RFFrame(hex("E0 50")): RFFrame(hex("06 75 77 81 02 80")),
                        RFFrame(hex("02 90 AA 00 00 01 00 00")):
                            RFFrame(hex("02 8D B1 F0 47 07 5D 45 23 80 6A 42 13 90 43 11 80 91 AF")),
                    ])
            ]
        default: return [Type2Tag(chip: .ntag213, uid: uid)]
        }
    }

    private static func tag(_ product: String, _ uid: [UInt8]) throws -> any VirtualTag {
        try makeVirtualTag(from: #require(TagImage.factory(product: product, uid: uid)))
    }

    /// The host's actions before the transcript begins.
    private func prepare(_ serial: inout SerialPN532, for id: String) throws {
        var commands: [String] = []
        switch id {
        case "hsu-open-nfcpy", "hsu-sense-ntag203", "apdu-ide-write-ultralight", "hsu-list-classic-7b": break
        // The quoted log lacks the setting that ends the polling.
        case "hsu-list-nothing": commands = ["32 05 00 01 02"]
        case "hsu-two-ultralights": commands = ["32 05 FF 01 02"]
        // What nfcpy did after the activation in hsu-sense-ntag203.
        case "hsu-read-0a": commands = ["32 01 02", "4A 01 00", "08 63 03 00"]
        // The chip's CRC is off, as the host's own CRC shows.
        case "apdu-raw-halt-and-40": commands = ["4A 01 00", "08 63 02 00 63 03 00"]
        default: commands = ["4A 01 00"]
        }
        for command in commands {
            let sent = (serial.receive(Frame.information([0xD4] + hex(command)).bytes) ?? []).sentFrames
            #expect(sent.count == 2, "\(id): \(command) was not answered")
        }
    }
}

extension [VirtualPN532.Action] {
    /// The frames that go to the host.
    var sentFrames: [Frame] {
        compactMap { if case .send(let frame) = $0 { frame } else { nil } }
    }
}

/// One transcript between a host and a chip.
struct ChipTranscript: Decodable {
    struct Step: Decodable {
        var send: String?
        var recv: String?
    }
    struct Tag: Decodable {
        var uid: String?
        var pages: [String: String]?
    }
    var id: String
    var level: String
    var tag: Tag?
    var steps: [Step]

    /// The transcripts of a level; nil if the file does not exist.
    static func all(_ level: String) throws -> [ChipTranscript]? {
        struct File: Decodable { var transcripts: [ChipTranscript] }
        guard let data = try SharedFixtures.data("hardware-transcripts.json") else { return nil }
        return try JSONDecoder().decode(File.self, from: data).transcripts.filter { $0.level == level }
    }
}
