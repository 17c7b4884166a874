import DatabaseKit
import Giving
import PaymentCore
import ServerKit
import SimulationKit
import Synchronization
import Testing
import TimeKit

@testable import TapServer

/// The limit of e-mails to each address and day, over every path that sends one.
@Suite struct LimitedMailTests {
    /// A limit that passes its e-mails to a mailbox, with a clock that only the test advances.
    final class Limited: Sendable {
        let mailbox: Mailbox
        let reports = Mutex<[WithheldEmail]>([])
        let seconds = Mutex<Int64>(0)
        private let made = Mutex<LimitedMail?>(nil)

        init(_ mailbox: Mailbox = Mailbox()) { self.mailbox = mailbox }

        /// The way to send e-mails; each call returns the same one.
        var mail: LimitedMail {
            made.withLock { made in
                if let made { return made }
                var random = SeededGenerator(seed: 3)
                let mail = LimitedMail(
                    clock: MonotonicClock { [self] in .seconds(seconds.withLock { $0 }) },
                    random: { random.next() },
                    report: { [self] email in reports.withLock { $0.append(email) } },
                    store: { [mailbox] in try await mailbox.send($0) })
                made = mail
                return mail
            }
        }

        func send(_ id: String, to address: String) async throws {
            try await mail.send(
                EmailMessage(
                    id: id, from: "no-reply@give.example.org", to: address, subject: "Hello",
                    date: SiteBench.start, lines: []))
        }

        func letters(_ kind: String = "") -> Int {
            mailbox.letters.count { $0.id.hasPrefix(kind) }
        }
    }

    @Test("S-2: a mailbox gets at most 20 e-mails a day in total, and every gift is still made")
    func everyPath() async throws {
        let limited = Limited()
        try await SiteBench.with(mail: limited.mail) { bench in
            let address = try SiteBench.address
            // One victim, in spellings that reach one mailbox.
            let spellings = [
                "victim@example.org", "Victim@EXAMPLE.org", "victim+a@example.org", "VICTIM+B@example.org",
            ]
            for number in 0..<24 {
                var choice = ["amount": "50.00", "by": "card"]
                if number == 0 { choice["monthly"] = "1" }
                let visitor = Visitor(bench: bench)
                let review = try await visitor.send(visitor.open("/Grace?f=12&r=1"), choice)
                let entered = ["method": "pm_card_visa", "email": spellings[number % spellings.count]]
                let page = try await visitor.send(review, Visitor.donor.merging(entered) { $1 })
                #expect(page.status == 200 && page.says("Thank you"), "gift \(number)")
            }
            for gift in try await bench.gifts().prefix(3) {
                _ = try await bench.giving.refund(gift.id, amount: nil, reason: nil)
            }
            for spelling in spellings {
                for _ in 0..<3 { _ = try await Visitor(bench: bench).post("/-/giver", ["email": spelling]) }
            }
            for _ in 0..<3 {
                await bench.site.sendLinks(leadingTo: address)
                await bench.site.sendNotices(leadingTo: address)
            }
            #expect(try await bench.charges() == 24)
            #expect(limited.letters() == 20)
            #expect(limited.mail.withheld > 0)
            // The notices over the limit do not wait for the next day.
            let waiting = try await bench.file.read {
                try $0.notices(isWaiting: true, after: nil, limit: 99)
            }
            #expect(waiting.isEmpty)
        }
    }

    @Test("S-2: a name with a link is refused at the form, and no e-mail repeats it")
    func nameWithLink() async throws {
        try await SiteBench.with { bench in
            for name in ["Win at http://evil.example", "www.evil.example", "evil.example/x"] {
                let visitor = Visitor(bench: bench)
                let review = try await visitor.send(
                    visitor.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
                let entered = Visitor.donor.merging(["name": name, "method": "pm_card_visa"]) { $1 }
                #expect(try await visitor.send(review, entered).says("Leave out web addresses"))
            }
            await bench.site.sendNotices(leadingTo: try SiteBench.address)
            #expect(try await bench.gifts().isEmpty && bench.mailbox.letters.isEmpty)
        }
    }

    @Test("S-2: the spellings and tags of an address share one limit; other addresses are not affected")
    func mailboxes() async throws {
        let limited = Limited()
        for number in 0..<40 {
            let address = ["ann@example.org", "ANN@Example.Org", "ann+\(number)@example.org"][number % 3]
            try await limited.send("note_\(number)", to: address)
        }
        #expect(limited.letters() == 20 && limited.mail.withheld == 20)
        try await limited.send("note_x", to: "ann@example.com")
        try await limited.send("note_y", to: "anne@example.org")
        #expect(limited.letters() == 22)
    }

    @Test("S-2: requests for links leave ten e-mails for receipts, and the first withheld e-mail is reported")
    func links() async throws {
        let limited = Limited()
        for number in 0..<30 { try await limited.send("link_\(number)", to: "ann@example.org") }
        #expect(limited.letters("link_") == 10)
        for number in 0..<30 { try await limited.send("note_\(number)", to: "ann@example.org") }
        #expect(limited.letters("note_") == 10 && limited.mail.withheld == 40)
        #expect(limited.reports.withLock { $0.map(\.isLink) } == [true, false])
    }

    @Test("S-2: on the next day, an address gets e-mails again")
    func nextDay() async throws {
        let limited = Limited()
        for day in 1...3 {
            for number in 0..<25 { try await limited.send("note_\(day)_\(number)", to: "ann@example.org") }
            #expect(limited.letters() == 20 * day && limited.reports.withLock { $0.count } == day)
            limited.seconds.withLock { $0 += 86_400 }
        }
    }

    @Test("an address is accepted until its limit, in all spellings, and again on the next day")
    func accepts() async throws {
        let limited = Limited()
        let address = try #require(EmailAddress("Ann+church@example.org"))
        for number in 0..<20 {
            #expect(limited.mail.accepts(address, waiting: 19 - number))
            #expect(!limited.mail.accepts(address, waiting: 20 - number))
            try await limited.send("note_\(number)", to: "ann@example.org")
        }
        #expect(!limited.mail.accepts(address, waiting: 0))
        #expect(limited.mail.accepts(try #require(EmailAddress("bob@example.org")), waiting: 19))
        limited.seconds.withLock { $0 += 86_400 }
        #expect(limited.mail.accepts(address, waiting: 0))
        #expect(limited.letters() == 20)
    }

    @Test("an e-mail that could not be stored does not count")
    func failures() async throws {
        let limited = Limited()
        limited.mailbox.failAfter(0)
        for number in 0..<50 {
            await #expect(throws: (any Error).self) {
                try await limited.send("link_\(number)", to: "ann@example.org")
            }
        }
        limited.mailbox.failAfter(nil)
        for number in 0..<50 { try await limited.send("note_\(number)", to: "ann@example.org") }
        #expect(limited.letters() == 20)
    }

    @Test("20,000 donors get three e-mails each, and their count takes no more memory than that of one donor")
    func manyDonors() {
        var random = SeededGenerator(seed: 5)
        var limit = EmailLimit(random: { random.next() })
        var withheld = 0
        for letter in 0..<60_000
        where limit.take(.other, to: "donor\(letter % 20_000)@example.org", on: 1) != .sent {
            withheld += 1
        }
        #expect(withheld == 0)
    }
}
