import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import Payees
import PaymentCore
import SimulationKit
import TapServer
import Testing

/// The page on which a payee sets payouts up, and sees what was earned.
@Suite struct PayeePageTests {
    // B3-09, B3-11, B3-12, B3-60
    @Test("before the account is active it is set up, and nothing else is shown")
    func setUp() async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let link = try await bench.ownLink()
            let page = await bench.payeeSite.open(link)
            for words in [
                "Set Up Payments", "Connect your bank account to receive earnings from completed jobs.",
                "Connect with the payment processor", "Payouts: <strong>Not set up</strong>",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            #expect(!page.html.contains("Completed jobs"))
        }
    }

    // B3-09, B3-12
    @Test(
        "the processor's page can complete, stall and fail, and the badge follows",
        arguments: [
            ("complete", "Payouts: <strong>Active</strong>", "Completed jobs"),
            (
                "pending_verification", "Payouts: <strong>Pending verification</strong>",
                "looking at what you told"
            ),
            ("abandoned", "Payouts: <strong>Not set up</strong>", "Connect with the payment processor"),
            ("rejected", "Payouts: <strong>Failed</strong>", "Try again"),
        ])
    func outcomes(outcome: String, badge: String, words: String) async throws {
        try await WorkBench.with(isOnboarded: false) { bench in
            let link = try await bench.ownLink()
            let asks = await bench.payeeSite.send("\(link)/connect", [:])
            #expect(asks.html.contains("action=\"\(link)/processor\""))
            // What is no answer changes nothing.
            _ = await bench.payeeSite.send("\(link)/processor", ["outcome": "perhaps"])
            let page = await bench.payeeSite.send("\(link)/processor", ["outcome": outcome])
            #expect(page.html.contains(badge) && page.html.contains(words))
        }
    }

    // B3-05, B3-06, B3-07, B3-47
    @Test("an active payee sees its share by periods and by job, and no price or fee")
    func earnings() async throws {
        try await WorkBench.with { bench in
            for minor in [150_00, 50_00] as [Int64] {
                let (quote, link) = try await bench.quoted(minor)
                _ = await bench.pay(link, by: "pm_card_visa")
                let job = try #require(try await bench.job(of: quote))
                _ = try await bench.bookings.perform(.complete, on: job.id, by: .payee(bench.payee.id))
                bench.money.clock.advance(seconds: 86_400)
            }
            let page = await bench.payeeSite.open(try await bench.ownLink())
            for words in [
                "In all", "$160.00", "$120.00", "$40.00", "1 Main Street", "2026-01-04, processing",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            for figure in ["150.00", "50.00", "30.00", "10.00"] {
                #expect(!page.html.contains("$\(figure)"), "\(figure)")
            }
        }
    }

    // B3-07, B3-59
    @Test("the list is of a period, and goes on")
    func filtered() async throws {
        try await WorkBench.with { bench in
            let link = try await bench.ownLink()
            for _ in 0..<21 {
                let (quote, pay) = try await bench.quoted()
                _ = await bench.pay(pay)
                let job = try #require(try await bench.job(of: quote))
                _ = try await bench.bookings.perform(.complete, on: job.id, by: .platform)
                bench.money.clock.advance(seconds: 60)
            }
            let first = await bench.payeeSite.open(link)
            #expect(first.html.components("<small>") == 20)
            let next = try #require(first.html.firstMatch(of: #/href="([^"]+after=[^"]+)"/#)?.1)
            let second = await bench.payeeSite.open(String(next).replacing("&amp;", with: "&"))
            #expect(second.html.components("<small>") == 1 && !second.html.contains("Earlier ones"))
            bench.money.clock.advance(seconds: 40 * 86_400)
            let today = await bench.payeeSite.open("\(link)?period=today")
            #expect(today.html.contains("Nothing was earned in this time."))
            #expect(await bench.payeeSite.open("\(link)?period=never&after=pay_none").status == 200)
        }
    }

    @Test("a link that never was, and a quote's, leads nowhere")
    func unknown() async throws {
        try await WorkBench.with { bench in
            let quote = try await bench.quoted().link.replacing("/pay", with: "/-/payee")
            for link in ["/-/payee/AAAAAAAAAAAAAAAAAAAAAA", "/-/payee/x", quote] {
                for target in [link, "\(link)/processor"] {
                    let page = await bench.payeeSite.open(target)
                    #expect(page.status == 404 && page.html.contains("This link leads nowhere"))
                }
            }
        }
    }
}

extension String {
    /// How often a piece stands in it.
    fileprivate func components(_ piece: String) -> Int { ranges(of: piece).count }
}
