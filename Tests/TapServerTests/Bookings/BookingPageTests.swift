import Bookings
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TapServer
import Testing
import TimeKit
import TokenKit

/// The page on which a quote is paid.
@Suite struct BookingPageTests {
    // B3-01, B3-04
    @Test("says what it is for and what it costs, before anything is charged or booked")
    func review() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            let page = await bench.site.open(link)
            #expect(page.status == 200)
            for words in [
                "Dana Driver", "Move a piano", "1 Main Street", "$150.00", "Confirm &amp; Pay $150.00",
                "30 more minutes", "test cards only",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            // The payee's share is not shown to the payer.
            #expect(!page.html.contains("120.00") && !page.html.contains("30.00<"))
            // The form offers the wallet and a list of test cards. No field takes a card number.
            let names = page.html.matches(of: #/<(?:input|select|textarea|button)[^>]* name="([^"]*)"/#)
            #expect(Set(names.map { String($0.1) }) == ["method", "by"])
            #expect(!page.html.contains("<input") && !page.html.contains("<textarea"))
            #expect(try await bench.job(of: quote) == nil)
            #expect(try await bench.money.processor.paymentIntents(ListQuery(limit: 9)).data.isEmpty)
        }
    }

    // B3-29, B3-58
    @Test("paying by card creates the job, and the page confirms it above the job's id")
    func pays() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            let page = await bench.pay(link)
            let job = try #require(try await bench.job(of: quote))
            let confirmed = try #require(page.html.firstRange(of: "Payment confirmed</strong>"))
            let id = try #require(page.html.firstRange(of: "Job \(job.id)"))
            #expect(confirmed.lowerBound < id.lowerBound)
            #expect(page.html.contains("held until <bdi>Dana Driver</bdi> has done the work"))
            #expect(!page.html.contains("<form"))
        }
    }

    // B3-31, B3-48
    @Test(
        "a declined card shows the documents' message and creates no job, and another card pays",
        arguments: ["pm_card_visa_chargeDeclined", "pm_card_visa_chargeDeclinedInsufficientFunds"])
    func declined(card: String) async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            let page = await bench.pay(link, by: card)
            #expect(
                page.html.contains(
                    "role=\"alert\">Card declined. Please try another card or payment method.</p>"))
            #expect(page.html.contains("Confirm &amp; Pay"))
            #expect(try await bench.job(of: quote) == nil)
            #expect(await bench.pay(link).html.contains("Payment confirmed"))
        }
    }

    // B3-30
    @Test("a payer who does not pay leaves the quote open without a job, and is counted")
    func abandoned() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            let page = await bench.site.send("\(link)/cancel", [:])
            #expect(page.html.contains("You have not paid yet. You can still pay this quote."))
            #expect(page.html.contains("Confirm &amp; Pay"))
            #expect(try await bench.bookings.quote(quote.id, for: .platform).abandonments == 1)
            #expect(try await bench.job(of: quote) == nil)
        }
    }

    @Test("a bank's challenge is answered on its page", arguments: [("passed", true), ("failed", false)])
    func challenge(answer: String, isPaid: Bool) async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            let asks = await bench.pay(link, by: "pm_card_authenticationRequired")
            #expect(asks.html.contains("action=\"\(link)/bank\"") && asks.html.contains("$150.00"))
            #expect(await bench.site.send("\(link)/bank", ["answer": "perhaps"]).html.contains("/bank\""))
            let page = await bench.site.send("\(link)/bank", ["answer": answer])
            #expect(page.html.contains("Payment confirmed") == isPaid)
            #expect(page.html.contains("Your bank did not confirm the payment.") == !isPaid)
            #expect((try await bench.job(of: quote) != nil) == isPaid)
        }
    }

    // B3-33
    @Test("ten clicks at once are one charge and one job")
    func clicks() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = await bench.pay(link) } }
            }
            #expect(await bench.site.open(link).html.contains("Payment confirmed"))
            #expect(try await bench.job(of: quote) != nil)
            let payments = try await bench.money.file.read {
                try $0.payments(in: nil, after: nil, limit: 9)
            }
            #expect(payments.map(\.state) == [.succeeded])
        }
    }

    // B3-33
    @Test("while the outcome of a payment is unknown, the page has no button to pay again")
    func waiting() async throws {
        let lost = (1...3).map { ProcessorFaultPlan.Rule(.createIntent, $0, .answerLost) }
        try await WorkBench.with(faults: lost) { bench in
            let (quote, link) = try await bench.quoted()
            let page = await bench.pay(link)
            #expect(page.html.contains("The payment is still processing."))
            #expect(!page.html.contains("<form") && !page.html.contains("<button"))
            #expect(page.html.contains("http-equiv=\"refresh\" content=\"5\""))
            _ = try await bench.bookings.confirm(quote.id, by: .payer("usr_1"))
            #expect(await bench.site.open(link).html.contains("Payment confirmed"))
            #expect(try await bench.money.processor.paymentIntents(ListQuery(limit: 9)).data.count == 1)
        }
    }

    // B3-32
    @Test("the wallet's sheet has the payee's name, and a merchant in the United States")
    func sheet() async throws {
        try await WorkBench.with { bench in
            let request = try await bench.quoted().quote.paymentRequest(to: "Dana Driver")
            #expect(request.paymentSummaryItems.map(\.label) == ["Move a piano", "Dana Driver"])
            #expect(request.paymentSummaryItems.map(\.amount.minorUnits) == [150_00, 150_00])
            #expect(request.merchantIdentifier == "merchant.com.affilia.payments")
            #expect(request.countryCode == "US" && request.currencyCode == "USD" && request.recurring == nil)
        }
    }

    @Test("a quote that is too old says so, and charges nothing")
    func expired() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            bench.money.clock.advance(seconds: 1_799)
            #expect(await bench.site.open(link).html.contains("one more minute"))
            bench.money.clock.advance(seconds: 1)
            for page in [await bench.site.open(link), await bench.pay(link)] {
                #expect(page.html.contains("This quote has expired") && !page.html.contains("<form"))
            }
            #expect(try await bench.job(of: quote) == nil)
        }
    }

    @Test("a canceled quote's page shows the refunded amount")
    func cancelled() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            _ = await bench.pay(link)
            let job = try #require(try await bench.job(of: quote))
            _ = try await bench.bookings.perform(.cancel, on: job.id, by: .platform)
            let page = await bench.site.open(link)
            #expect(page.html.contains("Refunded: $150.00") && page.html.contains("was canceled"))
        }
    }

    @Test("the quote's page shows a partial refund, and the job continues")
    func partlyRefunded() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            _ = await bench.pay(link)
            let job = try #require(try await bench.job(of: quote))
            _ = try await bench.bookings.refund(50_00, of: job.id, by: .platform)
            let page = await bench.site.open(link)
            #expect(page.html.contains("Refunded: $50.00") && page.html.contains("The job is booked."))
        }
    }

    @Test("a quote's withdrawn link shows and charges nothing")
    func withdrawn() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            let now = bench.money.clock.now
            try await bench.money.file.write {
                try $0.withdrawPageLinks(to: .bookingQuote, quote.id, at: now)
            }
            for page in [await bench.site.open(link), await bench.pay(link)] {
                #expect(page.status == 404 && !page.html.contains("Move a piano"))
            }
            #expect(try await bench.job(of: quote) == nil)
        }
    }

    @Test("a form that names an amount, no card, or one of another shop changes nothing")
    func forged() async throws {
        try await WorkBench.with { bench in
            let (quote, link) = try await bench.quoted()
            #expect(await bench.site.send(link, ["method": "pm_card_other"]).status == 422)
            #expect(await bench.site.send(link, [:]).html.contains("Choose a card."))
            #expect(try await bench.job(of: quote) == nil)
            _ = await bench.site.send(link, ["method": "pm_card_visa", "amount": "1", "total": "1"])
            #expect(try await bench.job(of: quote)?.request.price.minorUnits == 150_00)
        }
    }

    @Test(
        "an unknown link and a payee's link cannot pay a quote",
        arguments: ["/pay/AAAAAAAAAAAAAAAAAAAAAA", "/pay/x", "/pay/bkq_1"])
    func unknown(link: String) async throws {
        try await WorkBench.with { bench in
            #expect(await bench.site.open(link).html.contains("This payment link is not valid"))
            let own = try await bench.ownLink().replacing("/-/payee", with: "/pay")
            #expect(await bench.site.open(own).status == 404)
        }
    }

    @Test("names of any script and any markup are text")
    func hostile() async throws {
        try await WorkBench.with { bench in
            let (_, link) = try await bench.quoted(title: "<script>alert(1)</script>", address: "\"><b>")
            let page = await bench.site.open(link)
            #expect(page.html.contains("&lt;script&gt;") && !page.html.contains("<script"))
            #expect(!page.html.contains("<b>"))
        }
    }
}
