import Foundation
import TagDumps
import TestSupport
import Testing

@testable import TagSimulator

/// The exchanges of real tags on the air, replayed with virtual tags; `docs/simulator.md` lists each
/// difference.
@Suite("Hardware transcripts, RF level")
struct TranscriptTests {
    @Test("get the same answers from the virtual tags")
    func play() throws {
        guard let transcripts = try RFTranscript.all() else { return }
        #expect(!transcripts.isEmpty)
        var held = 0
        for transcript in transcripts {
            guard let make = Self.tags[transcript.id] else {
                Issue.record("\(transcript.id) has no tag here")
                continue
            }
            let wrong = play(transcript, on: try make(transcript))
            if wrong.isEmpty { held += 1 }
            for line in wrong { Issue.record("\(transcript.id): \(line)") }
        }
        SharedFixtures.report("hardware-transcripts.json rf", held: held, of: transcripts.count)
    }

    /// - Returns: A line for each response that differs without an explanation.
    private func play(_ transcript: RFTranscript, on tag: any VirtualTag) -> [String] {
        var field = VirtualField([tag])
        field.switchOn()
        // The card does not respond to its first WUPA: it was ACTIVE, and returns to IDLE.
        let wasActive = transcript.steps.first?.recv == "timeout"
        if !transcript.beginsWithRequest || wasActive { prepare(&field, for: transcript) }
        var wrong: [String] = []
        for (index, step) in transcript.steps.enumerated() {
            guard let send = step.send else {
                restart(&field)
                continue
            }
            if transcript.id == "rf-ntag213-authlim" { restart(&field) }
            let heard = Self.text(field.exchange(RFFrame(hexWithGaps(send), bits: step.bits)))
            let explained = Self.differences["\(transcript.id) \(index)"]
            if explained == nil && heard != step.recv || explained != nil && heard != explained {
                wrong.append(
                    "step \(index), \(send): \(heard) instead of \(explained ?? step.recv ?? "nothing")")
            }
            if transcript.id == "rf-ulc-auth-read", index == 7 { authenticate(&field) }
        }
        return wrong
    }

    /// Prepares the tag for transcripts that begin in the middle of a session.
    private func prepare(_ field: inout VirtualField, for transcript: RFTranscript) {
        if transcript.id == "rf-ntag215-halt-wake" {
            // This transcript begins with the second SELECT.
            for frame in [RFFrame.reqa, RFFrame(hex("93 70 88 04 E2 0B 65"))] { _ = field.exchange(frame) }
        } else {
            restart(&field)
        }
    }

    private func restart(_ field: inout VirtualField) {
        field.switchOff()
        field.switchOn()
        _ = field.activate()
    }

    /// Ultralight C's cipher is not simulated: what follows its second half is played as if it had succeeded.
    private func authenticate(_ field: inout VirtualField) {
        restart(&field)
        guard var tag = field.places[0].tag as? Type2Tag else { return }
        tag.session.isAuthenticated = true
        field.places[0].tag = tag
    }

    private func hexWithGaps(_ text: String) -> [UInt8] { hex(text.replacingOccurrences(of: "?", with: "0")) }

    private static func text(_ answer: FieldResponse) -> String {
        guard let frame = answer.frame else { return "timeout" }
        if frame == .ack { return "ACK" }
        if frame.bitCount == 4 { return "NAK\(frame.bytes[0])" }
        return frame.bytes.map { String(format: "%02x", $0) }.joined()
    }

    /// The virtual tag's responses that differ from the transcript, each explained in docs/simulator.md.
    private static let differences = [
        // The challenge is not random.
        "rf-ulc-auth-read 6": "af04942cca994f8000",
        // The second half of the authentication is refused.
        "rf-ulc-auth-read 7": "NAK0",
        // The data sheet specifies a NAK for a wrong password; this tester received none.
        "rf-ntag216-wrong-password 0": "NAK0",
    ]

    private static let tags: [String: @Sendable (RFTranscript) throws -> any VirtualTag] = [
        "rf-ulc-auth-read": { ultralightC($0) },
        "rf-classic-select": { try classic(uid: $0.uid) },
        "rf-classic-rats-nak4": { _ in try classic(uid: hex("01 02 03 04")) },
        "rf-iso4-select-7b": { try typeFour(uid: $0.uid, ats: "75 77 81 02 80") },
        "rf-lab-hlta-wupa": { try typeFour(uid: $0.uid, ats: "75 77 81 02 80") },
        "rf-lab-pps-deselect": { try typeFour(uid: $0.uid, ats: "75 77 81 02 80") },
        "rf-ntag424-ats": { try typeFour(uid: $0.uid, ats: "77 77 71 02 80") },
        "rf-t4t-no-le": { _ in
            var tag = try typeFour(uid: hex("04 01 02 03 04 05 06"), ats: "78 80 42 02")
            tag.defects = [.leRequired]
            return tag
        },
        "rf-ntag215-halt-wake": { Type2Tag(chip: .ntag215, uid: $0.uid) },
        "rf-ntag215-config-late": { _ in Type2Tag(chip: .ntag215, uid: hex("04 E2 0B 66 10 02 89")) },
        "rf-ntag213-authlim": { _ in Type2Tag(chip: .ntag213, uid: hex("04 39 91 C2 FC 67 80")) },
        "rf-ntag216-wrong-password": { _ in
            var tag = Type2Tag(chip: .ntag216, uid: hex("04 39 91 C2 FC 67 80"))
            tag.memory.replaceSubrange(229 * 4..<230 * 4, with: hex("11 22 33 44"))
            return tag
        },
        "rf-ntag-nxp-example": {
            var tag = Type2Tag(chip: .ntag213, uid: $0.uid)
            tag.memory.replaceSubrange(44 * 4..<44 * 4 + 2, with: hex("01 23"))
            return tag
        },
        "rf-ntag216-factory": { transcript in
            var tag = Type2Tag(chip: .ntag216, uid: transcript.uid)
            for (page, text) in transcript.tag?.pages ?? [:] {
                guard let page = Int(page) else { continue }
                tag.memory.replaceSubrange(page * 4..<page * 4 + 4, with: hex(text))
            }
            return tag
        },
        "rf-t2-write-nak5": { _ in
            var tag = Type2Tag(chip: .ntag213, uid: hex("04 39 91 C2 FC 67 80"))
            tag.defects = [.wornPage(4)]
            return tag
        },
    ]

    /// The pages that the transcript's reads show, AUTH0 among them.
    private static func ultralightC(_ transcript: RFTranscript) -> Type2Tag {
        var tag = Type2Tag(chip: .ultralightC, uid: transcript.uid)
        tag.memory.replaceSubrange(8..<16, with: hex("9C 48 0F 00 53 4C 54 4F"))
        for step in transcript.steps.suffix(8) {
            guard let send = step.send, let bytes = step.recv.map({ hex($0) }), send.hasPrefix("30") else {
                continue
            }
            let first = Int(hex(send)[1])
            tag.memory.replaceSubrange(first * 4..<first * 4 + 16, with: bytes)
        }
        return tag
    }

    private static func classic(uid: [UInt8]) throws -> any VirtualTag {
        try makeVirtualTag(from: #require(TagImage.factory(product: "Mifare Classic 1K", uid: uid)))
    }

    private static func typeFour(uid: [UInt8], ats: String) throws -> Type4Tag {
        var image = try #require(TagImage.factory(product: "NTAG 424 DNA", uid: uid))
        image.ats = hex(ats)
        return try #require(Type4Tag(image))
    }
}

/// One transcript of the shared file, its `rf` level.
struct RFTranscript: Decodable {
    struct Step: Decodable {
        var send: String?
        var recv: String?
        var bits: Int?
    }
    struct Tag: Decodable {
        var uid: String?
        var pages: [String: String]?
    }
    var id: String
    var level: String
    var tag: Tag?
    var steps: [Step]

    var uid: [UInt8] { hex(tag?.uid ?? "") }
    var beginsWithRequest: Bool { steps.first?.bits == 7 }

    /// Returns the whole file; nil if it does not exist.
    static func all() throws -> [RFTranscript]? {
        struct File: Decodable { var transcripts: [RFTranscript] }
        guard let data = try SharedFixtures.data("hardware-transcripts.json") else { return nil }
        return try JSONDecoder().decode(File.self, from: data).transcripts.filter { $0.level == "rf" }
    }
}
