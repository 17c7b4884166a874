import DatabaseKit
import Foundation
import Giving
import PaymentCore
import SimulationKit
import Synchronization
import TapServer
import Testing

/// Receipts and other notices to donors, as e-mails.
@Suite struct NoticeLetterTests {
    @Test("a gift's receipt is one e-mail: what was given, where to look after it, and that it is a test")
    func receipt() async throws {
        try await SiteBench.with { bench in
            _ = try await Visitor(bench: bench).give()
            for _ in 1...3 { await bench.site.sendNotices(leadingTo: try SiteBench.address) }
            let letter = try #require(bench.mailbox.letters.first)
            #expect(bench.mailbox.letters.count == 1 && letter.id.hasPrefix("note_"))
            #expect(letter.from == "no-reply@give.example.org" && letter.to == "donor@example.org")
            #expect(letter.subject == "Your $50 gift to The Grace Church: receipt")
            #expect(letter.lines.contains { $0.contains("T-Grace-2026-000001") })
            let thanks = "Thank you for your gift of 50.00 USD to The Grace Church."
            #expect(letter.lines.first?.hasPrefix(thanks) == true)
            #expect(letter.lines.contains("https://give.example.org/-/giver"))
            #expect(letter.lines.contains { $0.hasPrefix("Amount given") && $0.hasSuffix("$50.00") })
            #expect(letter.message.hasSuffix("\r\nTEST: no money moved, not a receipt\r\n"))
            #expect(letter.lines.allSatisfy { $0.count <= 78 })
        }
    }

    @Test("a letter that could not be written is written the next time, and none of the others twice")
    func again() async throws {
        try await SiteBench.with { bench in
            for _ in 1...3 { _ = try await Visitor(bench: bench).give() }
            bench.mailbox.failAfter(1)
            await bench.site.sendNotices(leadingTo: try SiteBench.address)
            #expect(bench.mailbox.letters.count == 1)
            bench.mailbox.failAfter(nil)
            bench.clock.advance(seconds: 300)
            await bench.site.sendNotices(leadingTo: try SiteBench.address)
            #expect(bench.mailbox.letters.count == 3 && Set(bench.mailbox.letters.map(\.id)).count == 3)
        }
    }

    @Test("if another program notifies donors, no receipt is sent, and that program finds all of them")
    func links() async throws {
        var settings = SiteSettings()
        settings.mailsReceipts = false
        try await SiteBench.with(settings: settings) { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give()
            await bench.site.sendNotices(leadingTo: try SiteBench.address)
            #expect(bench.mailbox.letters.isEmpty)
            #expect(
                try await bench.file.read { try $0.notices(isWaiting: true, after: nil, limit: 9) }.count
                    == 1)
            _ = try await visitor.signIn()
            #expect(bench.mailbox.letters.map(\.subject) == ["The link to your gifts"])
        }
    }

    @Test("two servers on one file write each letter once")
    func twoServers() async throws {
        try await SiteBench.with { bench in
            for _ in 1...12 { _ = try await Visitor(bench: bench).give() }
            let address = try SiteBench.address
            await withTaskGroup(of: Void.self) { group in
                for _ in 1...4 { group.addTask { await bench.site.sendNotices(leadingTo: address) } }
            }
            #expect(bench.mailbox.letters.count == 12)
            #expect(Set(bench.mailbox.letters.map(\.id)).count == 12)
        }
    }
}
