import DatabaseKit
import Foundation
import Giving
import MoneyKit
import MoneyTestSupport
import TestSupport
import Testing

/// M-6: all spellings of an address belong to one donor.
@Suite struct OneDonorTests {
    @Test("gifts from all spellings of an address belong to one donor, who is forgotten completely (M-6)")
    func oneDonor() async throws {
        let world = try await GivingWorld.make()
        defer { world.remove() }
        let forms = [
            "hans@müller.example", "hans@xn--mller-kva.example", "HANS@MÜLLER.EXAMPLE",
            "hans@mu\u{308}ller.example",
            "hans@müller。example", "hans@müller.example.",
        ]
        for form in forms { #expect(try await world.giving.give(.to(email: form)).status == .succeeded) }
        let donors = try await world.file.read { try $0.donors(organization: nil, after: nil, limit: 9) }
        #expect(donors.map(\.email) == ["hans@müller.example"])
        for form in forms {
            let address = try #require(EmailAddress(form))
            #expect(try await world.file.read { try $0.donor(email: address) } == donors.first)
            #expect(try await world.giving.export(.email(form)).gifts.count == forms.count)
        }
        _ = try await world.giving.forget(.email(forms[1]))
        let left: Int? = try await world.file.read {
            try $0.value("SELECT COUNT(*) FROM try WHERE email <> ''")
        }
        #expect(left == 0)
    }

    @Test(
        "merges donors from an earlier version who have the same address, with their gifts (M-6)", .sqlite,
        arguments: [false, true])
    func migrated(isPunycodeFirst: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "merged-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let fixture = SharedFixtures.projectFolder.appending(path: "fixtures/giving/one-name.sql")
        let (unicode, punycode) = ("jose@müller.example", "jose@xn--mller-kva.example")
        let forms = isPunycodeFirst ? (punycode, unicode) : (unicode, punycode)
        let lines = try String(contentsOf: fixture, encoding: .utf8)
            .replacing("'jose@example.org'", with: "'\(forms.0)'").replacing(
                "\"jose@example.org\"", with: "\"\(forms.0)\""
            )
            .replacing("'b@example.org'", with: "'\(forms.1)'").replacing(
                "\"b@example.org\"", with: "\"\(forms.1)\""
            )
            .split(separator: "\n").map(String.init)
        let missing: Set<String> = [
            "gifts.3", "donors.3", "recurring.1", "recurring.2", "closing.1", "closing.2",
        ]
        let before = try DatabaseFile.open(
            at: path, migrations: GivingMigrations.all.filter { !missing.contains($0.name) })
        try await before.write { transaction in for line in lines { try transaction.run(line) } }
        try before.close()

        let file = try DatabaseFile.open(at: path, migrations: GivingMigrations.all)
        defer { try? file.close() }
        try await file.read { transaction in
            let addresses = try [unicode, punycode].map { try #require(EmailAddress($0)) }
            let donor = try #require(try transaction.donor(email: addresses[0]))
            #expect(donor.id == "donor_1ng6ppn8aw49fa9n0eb1" && donor.email == forms.0)
            #expect(try transaction.donor(email: addresses[1]) == donor)
            // The removed id redirects to the remaining donor.
            #expect(try transaction.donor("donor_1ng6ppp892hackcgt5h4") == donor)
            let gifts = try transaction.gifts(GiftQuery(donor: donor.id, limit: 9))
            #expect(
                Set(gifts.map(\.id)) == [
                    "gift_1ng6ppnan6yv9w6ys9v9", "gift_1ng6ppp0mzgcqdad63av", "gift_1ng6pppaa5h1b7bs4w00",
                ])
            // Each gift keeps the address that its donor typed.
            #expect(Set(gifts.compactMap(\.giver?.email)) == [forms.0, forms.1])
            let monthly = try transaction.recurringGifts(
                organization: nil, donor: donor.id, includingDeclined: true, after: nil, limit: 9)
            #expect(monthly.map(\.id) == ["rec_1ng6ppp12tv8zz68fxqq"])
            let totals = try transaction.totals(ofDonor: donor.id)
            #expect(totals.map(\.organization) == ["Grace", "Hope"])
            #expect(
                totals.map(\.amount) == [Money(6000, .usd), Money(2000, .usd)]
                    && totals.map(\.gifts) == [2, 1])
            #expect(totals[0].name == "B Donor")
            #expect(try transaction.donors(named: "b don", organization: "Grace", limit: 9) == [donor.id])
            #expect(try transaction.donors(organization: nil, after: nil, limit: 9).count == 2)
        }
        try await file.write { _ = try $0.forgetDonor("donor_1ng6ppn8aw49fa9n0eb1") }
        #expect(try await file.read { try $0.donor("donor_1ng6ppp892hackcgt5h4") } == nil)
    }
}
