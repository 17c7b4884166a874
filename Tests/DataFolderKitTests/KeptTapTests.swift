import DatabaseKit
import Foundation
import Giving
import InvocationRouter
import Testing

@testable import DataFolderKit
@testable import Documents

/// Taps in a data folder: those that led to a gift, and those of the registry's tags.
@Suite struct KeptTapTests {
    @Test(
        "a card's number in a tap's URL is not stored",
        arguments: [
            "/Grace?f=12&r=0&n=4242%204242%204242%204242%zz", "/Grace?r=0&t=4242424242424242",
            "/Grace?r=0&t=A1&f=4242-4242-4242-4242", "/4242424242424242?r=0&t=A1", "/t/4242424242424242",
        ])
    func cardNumber(target: String) async throws {
        let bodies = try await Self.bodies(of: target)
        #expect(bodies.count == 1)
        #expect(bodies.joined().firstMatch(of: /4242.{0,3}4242/) == nil)
    }

    @Test("a tap without a card's number is stored, and its code in the registry too")
    func plain() async throws {
        let bodies = try await Self.bodies(of: "/Grace?f=12&r=0&t=A1")
        #expect(bodies.count == 2 && bodies.last?.contains("A1") == true)
    }

    /// Returns the documents that a new folder stores for one tap.
    private static func bodies(of target: String) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "taps-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let data = try await DataFolder.open(folder.path) { _ in }
        defer { try? data.close() }
        let url = "https://appclip.tap.giving\(target)"
        let route = try Route.parse(url, profile: .tap, hosts: .standard)
        _ = try await data.keep(url, route: route, organization: "Grace", .unchecked, source: .tag)
        return try await data.read { transaction in
            let taps: [Data] = try transaction.all(
                """
                SELECT CAST(CAST(tap_place.body AS TEXT) || ' ' || ifnull(url, '') || ' '
                  || ifnull(CAST(tap.body AS TEXT), '') AS BLOB)
                FROM tap JOIN tap_place ON tap_place.place = tap.place LIMIT 9
                """
            ) { $0[0] }
            let seen: [Data] = try transaction.all(
                "SELECT CAST(ifnull(tag_id, '') || ifnull(CAST(body AS TEXT), '') AS BLOB) FROM seen_tap LIMIT 9"
            ) { $0[0] }
            return (taps + seen).map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
