import DatabaseKit
import Foundation
import Giving
import TestSupport
import Testing

/// Migration of a file in which each address had one name. Afterwards, each gift has its own.
@Suite struct GiverMigrationTests {
    /// Migrations that a file from an earlier version lacks.
    static let missing: [Set<String>] = [["gifts.3"], ["gifts.3", "donors.2"]]

    @Test(
        "every gift and monthly gift gets its donor's name and phone number, and is found by the name",
        .sqlite,
        arguments: missing)
    func migrated(missing: Set<String>) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "givers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let fixture = SharedFixtures.projectFolder.appending(path: "fixtures/giving/one-name.sql")
        let lines = try String(contentsOf: fixture, encoding: .utf8).split(separator: "\n").map(String.init)

        let before = try DatabaseFile.open(
            at: path,
            migrations: GivingMigrations.all.filter {
                !missing.contains($0.name) && !$0.name.hasPrefix("closing.")
            })
        try await before.write { transaction in
            for line in lines where !missing.contains("donors.2") || !line.contains("INTO donor_word ") {
                try transaction.run(line)
            }
        }
        try before.close()

        let file = try DatabaseFile.open(at: path, migrations: GivingMigrations.all)
        try await file.read { transaction in
            let jose = try DonorDetails(name: "José O'Brien", email: "jose@example.org", phone: "+1 555 0100")
            let other = try DonorDetails(name: "B Donor", email: "b@example.org")
            let declined = try DonorDetails(name: "Dec Lined", email: "d@example.org")
            let expected: [(String, DonorDetails?)] = [
                ("gift_1ng6ppnan6yv9w6ys9v9", jose), ("gift_1ng6ppp0mzgcqdad63av", jose),
                ("gift_1ng6pppaa5h1b7bs4w00", other), ("gift_1ng6ppqe3z0ta39hgp12", declined),
                // The donor was forgotten.
                ("gift_1ng6ppqbbv2z3fvyv6vf", nil),
            ]
            for (id, giver) in expected {
                let gift = try #require(try transaction.gift(id))
                #expect(gift.giver == giver, "\(id)")
            }
            let monthly = try transaction.recurringGifts(
                organization: "Grace", donor: nil, includingDeclined: true, after: nil, limit: 9)
            #expect(monthly.map(\.giver?.name) == ["B Donor"])
            let address = try #require(EmailAddress("jose@example.org"))
            let donor = try #require(try transaction.donor(email: address))
            for organization in ["Grace", "Hope"] {
                #expect(
                    try transaction.donors(named: "jose o'b", organization: organization, limit: 9) == [
                        donor.id
                    ])
            }
            #expect(try transaction.donors(named: "donor", organization: "Hope", limit: 9) == [])
            let totals = try transaction.totals(ofDonor: donor.id)
            #expect(totals.map(\.organization) == ["Grace", "Hope"])
            #expect(totals.allSatisfy { $0.name == "José O'Brien" && $0.phone == "+1 555 0100" })
            // Donors no longer contain names.
            let kept: Int? = try transaction.value(
                "SELECT COUNT(*) FROM donor WHERE instr(body, 'Brien') > 0")
            #expect(kept == 0)
        }
        try file.close()
    }
}
