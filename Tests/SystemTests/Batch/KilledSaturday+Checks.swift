import DatabaseKit
import Foundation
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import TestSupport
import Testing

/// The conditions that must hold at the end of the day.
extension KilledSaturday {
    /// Each seat has one tag, no tag has two seats, and each tag's file contains what the export lists.
    func checkExport(_ comment: Comment) async throws {
        let told = try await scratch.run("tapctl batch export Main --json --data data")
        let export = try JSONDecoder().decode(Export.self, from: Data(told.standardOutput.utf8))
        #expect(export.rows.count == seats && Set(export.rows.map(\.uid)).count == seats, comment)
        var usable: [String: SaturdayBox.Item] = [:]
        for item in box.items where item.isUsable { usable[hexUID(item.uid)] = item }
        for (index, row) in export.rows.enumerated() {
            #expect(
                row.state == "verified" && row.lock == "password" && row.url == Self.url(index + 1), comment)
            let item = try #require(row.uid.flatMap { usable[$0] }, "\(row.seat) has a bad tag; \(comment)")
            #expect(row.signature == (item.kind == .counterfeit ? "not_genuine" : "genuine"), comment)
            let message = try NDEFMessage([URIRecord(row.url).record()]).encoded()
            let session = TagSession(DirectReader(try box.tag(item)))
            let held = try await session.inspect()
            #expect(held.message == message, "\(row.seat) holds something else; \(comment)")
            #expect(row.hash == messageHash(message), comment)
            let opened = TagSession(DirectReader(try box.tag(item)))
            _ = try await opened.inspect(openingWith: { secret.password(uid: $0) }, within: .seconds(1))
            #expect(await opened.isOpen, "\(row.seat) has not the password of its batch; \(comment)")
        }
        let check = try await scratch.run(
            "tapctl backup make backup --data data && tapctl backup check backup")
        #expect(check.exitCode == 0, "\(check.standardOutput)\(check.standardError)")
    }

    /// Each rejected tag has an entry with the reason, and other people's tags are unchanged.
    func checkReasons(_ comment: Comment) async throws {
        let reasons = try await reasons()
        let left = try await killer.read { try $0.journal(batch: "Main", kind: .left, limit: 5_000) }
        #expect(!left.isEmpty && left.allSatisfy { $0.failure?.words.isEmpty == false }, comment)
        for item in box.items {
            let isHeldUp = !box.pile.contains { $0.name == item.name }
            if let wanted = SaturdayBox.reasons[item.kind], isHeldUp {
                let found = reasons[hexUID(item.uid)] ?? []
                #expect(!found.isDisjoint(with: wanted), "\(item.kind): \(found); \(comment)")
            }
            if [.foreign, .locked, .clone].contains(item.kind) {
                #expect(try box.isUntouched(item), "\(item.kind) \(item.name); \(comment)")
            }
        }
        for kind in SaturdayBox.reasons.keys {
            #expect(counts[kind.rawValue] ?? 0 > 0, "no tag was \(kind); \(comment)")
        }
    }

    private struct Export: Decodable {
        var rows: [Row]

        struct Row: Decodable {
            var seat, url, state: String
            var uid, hash, lock, signature: String?

            enum CodingKeys: String, CodingKey {
                case seat, url, state, uid, lock, signature
                case hash = "read_back_sha256"
            }
        }
    }
}
