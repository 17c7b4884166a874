import Foundation
import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSimulator
import TestSupport
import Testing

/// A church's Saturday with the real program, which is killed within whatever it does.
@Suite(.serialized) struct KilledBatchTests {
    static let seats = 24

    @Test(
        "batch run, killed again and again: each seat has one verified tag, and the export is what the tags hold",
        arguments: longRunSeeds.prefix(3))
    func killed(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await Scratch.with { scratch in
            let box = scratch.folder.appending(path: "box")
            try FileManager.default.createDirectory(at: box, withIntermediateDirectories: true)
            let bad = try Self.fill(box, &random)
            let table = (1...Self.seats).map { "Seat \($0),https://church.example/give/\($0)" }
            try Data(("seat,url\n" + table.joined(separator: "\n")).utf8).write(
                to: scratch.folder.appending(path: "seats.csv"))
            let data = scratch.folder.appending(path: "data").path
            let made = try await scratch.run("tapctl batch new Main --csv seats.csv --data '\(data)'")
            try #require(made.exitCode == 0, "\(made.standardError)")

            var kills = 0
            let run = [
                "batch", "run", "Main", "--reader", "sim:\(box.path)", "--wait", "1", "--data", data,
            ]
            var code: Int32?
            repeat {
                code = try Replacements.kill(run, after: Int.random(in: 1...45, using: &random), in: box)
                kills += code == nil ? 1 : 0
            } while code == nil && kills < 200
            #expect(code == 0, "after \(kills) kills; TAPKIT_SEED=\(seed)")
            #expect(kills > 3, "TAPKIT_SEED=\(seed)")

            let told = try await scratch.run("tapctl batch export Main --json --data '\(data)'")
            let export = try JSONDecoder().decode(Export.self, from: Data(told.standardOutput.utf8))
            let tags = try await Self.tags(in: box)
            #expect(export.rows.count == Self.seats)
            let uids = Set(export.rows.map(\.uid))
            #expect(uids.count == Self.seats, "a tag has two seats; TAPKIT_SEED=\(seed)")
            for (index, row) in export.rows.enumerated() {
                #expect(row.state == "verified", "\(row.seat); TAPKIT_SEED=\(seed)")
                #expect(row.url == "https://church.example/give/\(index + 1)")
                let message = try NDEFMessage([URIRecord(row.url).record()]).encoded()
                let held = row.uid.flatMap { tags[$0] }
                #expect(held == message, "\(row.seat) holds something else; TAPKIT_SEED=\(seed)")
                #expect(row.hash == messageHash(message))
                #expect(row.uid.map(bad.contains) == false, "a bad tag has a seat; TAPKIT_SEED=\(seed)")
            }
        }
    }

    private struct Export: Decodable {
        var rows: [Row]

        struct Row: Decodable {
            var seat, url, state: String
            var uid, hash: String?

            enum CodingKeys: String, CodingKey {
                case seat, url, state, uid
                case hash = "read_back_sha256"
            }
        }
    }

    /// Good tags, and between them some with a page that is stuck.
    ///
    /// - Returns: The UIDs of the bad ones.
    private static func fill(_ box: URL, _ random: inout SeededGenerator) throws -> Set<String> {
        var bad: Set<String> = []
        for number in 0..<seats + 4 {
            let uid: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, UInt8(number)]
            var image = try #require(TagImage.factory(product: "NTAG213", uid: uid)).signedBySimulator
            if number % 7 == 3 {
                image.defects = ["stuck-page=\(Int.random(in: 5...9, using: &random))"]
                bad.insert(hexUID(uid))
            }
            let name = String(repeating: "0", count: 3 - String(number).count) + "\(number).nfc"
            try Data(image.contents(as: .flipper)).write(to: box.appending(path: name))
        }
        return bad
    }

    /// The message of each tag in the folder, by UID.
    private static func tags(in box: URL) async throws -> [String: [UInt8]] {
        var messages: [String: [UInt8]] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: box, includingPropertiesForKeys: nil)
        where file.pathExtension == "nfc" {
            let image = try TagImage(reading: Array(Data(contentsOf: file)), named: file.path)
            let look = try await TagSession(DirectReader(makeVirtualTag(from: image))).look()
            messages[hexUID(look.tag.uid)] = look.message
        }
        return messages
    }
}
