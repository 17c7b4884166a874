import Bookings
import DatabaseKit
import Foundation
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import TestSupport
import Testing
import TextKit
import TimeKit

@testable import Payees
@testable import tapctl

/// Bookings over the API: a payee's account, quotes that are paid, jobs, payouts and earnings.
@Suite struct APIBookingTests {
    @Test("a payee is enrolled once, and its badge follows its account")  // B3-12
    func payee() async throws {
        try await APIBench.with { bench in
            let made = try await bench.payee(once: "a")
            #expect(made.status == 200 && made["payouts"] == "not_set_up" && made["org"] == "Grace")
            #expect(try await bench.payee(once: "a").id == made.id)
            let link = try await bench.onboardingLink(of: made.id)
            #expect(try await bench.call("GET", "/api/payees/\(made.id)")["payouts"] == "not_set_up")
            #expect(link["url"]?.string?.isEmpty == false)
            try await bench.onboard(made.id)
            #expect(try await bench.call("GET", "/api/payees/\(made.id)")["payouts"] == "active")
            let nowhere = try await bench.payee(zone: "Nowhere/City")
            #expect(nowhere.status == 400 && nowhere.code == "invalid")
        }
    }

    @Test("each request for an onboarding link gets a fresh one")  // B3-32, B3-43
    func links() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.payee().id
            var urls: Set<String> = []
            for _ in 0..<3 {
                urls.insert(try #require(try await bench.onboardingLink(of: payee, once: "a")["url"]?.string))
            }
            #expect(urls.count == 3)
            let account = try await bench.data.read { try $0.payeeProfile(payee)?.account }
            #expect(account != nil)
            for address in ["http://church.example", "javascript://a/%0Aalert(1)", "", "nowhere"] {
                let body = #"{"refresh_url":"https://church.example","return_url":"\#(address)"}"#
                let refused = try await bench.call("POST", "/api/payees/\(payee)/onboarding-link", body)
                #expect(refused.status == 400 && refused.param == "return_url", "\(address)")
            }
        }
    }

    @Test("before payouts are set up there are no jobs: 403")  // B3-10, B3-11
    func gate() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.payee().id
            for target in ["jobs", "earnings", "earnings/history"] {
                let refused = try await bench.call("GET", "/api/payees/\(payee)/\(target)")
                #expect(refused.status == 403 && refused.code == "payouts_setup_required", "\(target)")
                // The refusal names the request that creates the page to visit.
                let link = try #require(refused["error"]?["onboarding_link"]?.string)
                #expect(link == "/api/payees/\(payee)/onboarding-link")
                #expect(refused.message?.contains("POST \(link) ") == true)
                let urls =
                    #"{"refresh_url":"https://church.example/again","return_url":"https://church.example/"}"#
                #expect(try await bench.call("POST", link, urls)["url"]?.string?.hasPrefix("http") == true)
            }
            let refused = try await bench.quote(payee)
            #expect(refused.status == 403 && refused.code == "payouts_setup_required")
        }
    }

    @Test("a quote is made once and paid once, whoever says so first: one job")  // B3-15, B3-16, B3-33
    func pay() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.activePayee()
            let quote = try await bench.quote(payee, once: "a")
            #expect(quote["status"] == "open" && quote["job"] == .null)
            #expect(quote["total_minor"] == .number("15000"))
            // The quote's id is what the payer's program confirms with. There is no payment before that.
            #expect(quote["payment"] == .null && quote["payment_state"] == .null)
            #expect(try await bench.quote(payee, once: "a").id == quote.id)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for number in 0..<8 {
                    group.addTask { try await bench.payQuote(quote.id, once: "pay \(number)") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 })
            let confirmed = try await bench.call(
                "POST", "/api/payments/confirm", #"{"quote":"\#(quote.id)"}"#)
            #expect(confirmed["status"] == "paid" && confirmed["payment_state"] == "succeeded")
            let jobs = try await bench.call("GET", "/api/payees/\(payee)/jobs")
            #expect(jobs.ids == [confirmed["job"]?.string])
        }
    }

    // B3-16
    @Test("a confirmation after the processor's event finds the job, however often it is sent")
    func eventFirst() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.activePayee()
            let quote = try await bench.quote(payee).id
            let asked = try await bench.payQuote(quote, method: "pm_card_authenticationRequired")
            let payment = try #require(asked["payment"]?.string)
            let intent = try #require(try await bench.data.read { try $0.payment(payment)?.intent })
            // The payer answers on the bank's own page. Only the processor's events report that.
            try await bench.data.controls.answerBank(about: intent, .passed)
            #expect(try await bench.call("GET", "/api/payees/\(payee)/jobs").ids == [])
            let processor = try #require(bench.data.controls as? SimulatedProcessor)
            for event in try await processor.events(ListQuery(limit: 100)).data {
                try await bench.data.payments.receive(event)
            }
            try await bench.data.payments.workReceivedEvents()
            let jobs = try await bench.call("GET", "/api/payees/\(payee)/jobs").ids
            #expect(jobs.count == 1)
            for once in ["a", "a", "b"] {
                let confirmed = try await bench.call(
                    "POST", "/api/payments/confirm", #"{"quote":"\#(quote)"}"#, once: once)
                #expect(confirmed.status == 200 && confirmed["status"] == "paid")
                #expect(confirmed["job"]?.string == jobs.first)
            }
            #expect(try await bench.call("GET", "/api/payees/\(payee)/jobs").ids == jobs)
        }
    }

    @Test("a declined card is 402 with the documents' words, and another card pays the same quote")  // B3-48
    func declined() async throws {
        try await APIBench.with { bench in
            let quote = try await bench.quote(bench.activePayee()).id
            for _ in 0..<2 {
                let refused = try await bench.payQuote(
                    quote, method: "pm_card_visa_chargeDeclined", once: "a")
                #expect(refused.status == 402 && refused.kind == "card_error")
                #expect(
                    refused.message == "Card declined. Please try another card or payment method.")
            }
            #expect(try await bench.payQuote(quote, once: "b")["status"] == "paid")
        }
    }

    @Test("a payee sees its share alone: no price, no fee")  // B3-06, B3-17, B3-18, B3-47
    func payeeSees() async throws {
        try await APIBench.with { bench in
            let (payee, job) = try await bench.job()
            #expect(try await bench.call("POST", "/api/jobs/\(job)/complete")["status"] == "completed")
            for target in ["jobs", "earnings", "earnings/history", "earnings/history?period=today"] {
                let answer = try await bench.call("GET", "/api/payees/\(payee)/\(target)")
                let text = "\(answer.tree)"
                #expect(answer.status == 200 && text.contains(#"number("12000")"#), "\(target)")
                #expect(!text.contains(#""15000""#) && !text.contains(#""3000""#), "\(target)")
            }
            let earned = try await bench.call("GET", "/api/payees/\(payee)/earnings")
            for period in ["today", "week", "month", "7d", "30d"] {
                #expect(earned["earnings_\(period)_minor"] == .number("12000"), "\(period)")
            }
            #expect(earned["total_earnings_minor"] == .number("12000"))
            let history = try await bench.call("GET", "/api/payees/\(payee)/earnings/history")
            let entry = try #require(history["data"]?.elements.first)
            #expect(entry["job_id"]?.string == job && entry["address"]?.string == "Unknown")
            #expect(entry["amount_minor"] == .number("12000") && entry["payout_status"] == "processing")
            #expect(entry["date"]?.string.flatMap(Timestamp.init(iso8601:)) != nil)
            #expect(entry["id"]?.string?.hasPrefix("pay_") == true)
            let unknown = try await bench.call("GET", "/api/payees/drv_none/earnings/history")
            #expect(unknown.status == 404 && unknown.code == "profile_not_found")
            for list in ["jobs", "earnings/history"] {
                let lost = try await bench.call("GET", "/api/payees/\(payee)/\(list)?starting_after=job_none")
                #expect(lost.status == 400 && lost.code == "unknownCursor", "\(list)")
            }
            let rest = "/api/payees/\(payee)/earnings/history?starting_after=\(history.ids[0])"
            #expect(try await bench.call("GET", rest).ids == [])
        }
    }

    // B3-17
    @Test("each sum of earnings has the documents' name")
    func sumNames() {
        func cents(_ minor: Int64) -> Money { Money(minor, .usd) }
        let sums = Earnings(
            today: cents(1), week: cents(2), month: cents(3), last7Days: cents(4), last30Days: cents(5),
            total: cents(6))
        #expect(
            sums.document(of: "drv_1").text == """
                {"object":"earnings","payee":"drv_1","currency":"usd","earnings_today_minor":1,\
                "earnings_week_minor":2,"earnings_month_minor":3,"earnings_7d_minor":4,"earnings_30d_minor":5,\
                "total_earnings_minor":6}
                """)
    }

    // B3-19, B3-20, B3-21, B3-27, B3-46
    @Test("a payout is refused with the documents' codes, and made once")
    func payout() async throws {
        try await APIBench.with { bench in
            let none = try await bench.call("POST", "/api/payout/job_none")
            #expect(none.status == 404 && none.code == "job_not_found")
            #expect(none.message?.hasPrefix("Job not found") == true)
            let (payee, job) = try await bench.job()
            let payment = try await bench.data.products.bookings.job(job, for: .platform).payment
            let early = try await bench.call("POST", "/api/payout/\(job)")
            #expect(early.status == 409 && early.code == "not_completed")
            try await bench.call("POST", "/api/jobs/\(job)/complete", once: "done")
            #expect(try await bench.call("POST", "/api/jobs/\(job)/complete", once: "done").status == 200)
            let twice = try await bench.call("POST", "/api/jobs/\(job)/complete")
            #expect(twice.status == 409 && twice.code == "wrong_state")
            for once in ["a", "a", "b"] {
                let paid = try await bench.call("POST", "/api/payout/\(job)", once: once)
                #expect(paid.status == 200 && paid["success"] == true)
                #expect(paid["payment"]?.string == payment)
                #expect(paid["job"]?["payout_status"]?.string == "processing")
            }
            let account = try #require(try await bench.data.read { try $0.payeeProfile(payee)?.account })
            let held = try await bench.data.read { try $0.balances(prefix: "payee:\(account)") }
            #expect(held.map(\.amount.minorUnits) == [-12_000])
        }
    }

    @Test("a job that is canceled refunds everything, and is not completed any more")
    func cancel() async throws {
        try await APIBench.with { bench in
            let job = try await bench.job().job
            let cancelled = try await bench.call("POST", "/api/jobs/\(job)/cancel")
            #expect(cancelled["status"] == "refunded" && cancelled["refunded_minor"] == .number("15000"))
            #expect(try await bench.call("GET", "/api/jobs/\(job)")["earned_minor"] == .number("0"))
            #expect(try await bench.call("POST", "/api/jobs/\(job)/complete").code == "wrong_state")
        }
    }

    // B3-26
    @Test("what the processor refuses is 502, the payout has failed, and is tried again under another key")
    func processorFails() async throws {
        try await APIBench.with { bench in
            let (payee, job) = try await bench.job()
            let account = try #require(try await bench.data.read { try $0.payeeProfile(payee)?.account })
            // The service does not know yet that the account was rejected.
            try await bench.data.controls.onboard(account, .rejected)
            try await bench.call("POST", "/api/jobs/\(job)/complete")
            let refused = try await bench.call("POST", "/api/payout/\(job)", once: "a")
            #expect(refused.status == 502 && refused.code == "processor_failed")
            #expect(try await bench.call("GET", "/api/jobs/\(job)")["payout_status"] == "failed")
            try await bench.data.controls.onboard(account, .complete)
            let paid = try await bench.call("POST", "/api/payout/\(job)", once: "b")
            #expect(paid.status == 200 && paid["job"]?["payout_status"]?.string == "processing")
        }
    }

    // B3-22, B3-23
    @Test("a payout is refused if the job's payment is missing or has not succeeded")
    func withoutPayment() async throws {
        for (state, status, code) in [
            (nil, 404, "payment_not_found"), (.processing, 409, "payment_not_succeeded"),
            (.requiresPaymentMethod, 409, "payment_not_succeeded"),
        ] as [(PaymentState?, Int, String)] {
            try await APIBench.with { bench in
                let (_, job) = try await bench.job()
                let payment = try await bench.data.products.bookings.job(job, for: .platform).payment
                try await bench.call("POST", "/api/jobs/\(job)/complete")
                // No request leads to such a job. A damaged database may.
                try await bench.data.write { unit, _ in
                    guard let state else {
                        try unit.run("DELETE FROM payment_release")
                        return try unit.run("DELETE FROM payment")
                    }
                    var found = try #require(try unit.payment(payment))
                    found.state = state
                    try unit.save(found)
                }
                let refused = try await bench.call("POST", "/api/payout/\(job)")
                #expect(refused.status == status && refused.code == code, "\(code)")
            }
        }
    }

    // B3-20, B3-21, B3-22, B3-23, B3-24, B3-25, B3-26
    @Test(
        "a refused payout has the documents' status code, except 409 for a job that is not completed",
        arguments: [
            (.notCompleted, 409, 400), (.paymentNotFound, 404, 404), (.paymentNotSucceeded, 409, 409),
            (.alreadyPaid, 409, 409), (.notConnected, 400, 400), (.processorFailed, 502, 502),
            (.payoutsSetupRequired, 403, 403), (.disputed, 409, 409), (.approvalRequired, 409, 409),
            (.wrongState, 409, 409),
        ] as [(PayeeError.Code, Int, Int)])
    func codes(code: PayeeError.Code, status: Int, documented: Int) throws {
        let error = APIError(PayeeError(code))
        #expect(error.status == status && error.code == code.rawValue)
        let missing = APIError(BookingError(.jobNotFound))
        #expect(missing.status == 404 && missing.message.hasPrefix("Job not found"))
        // The table of docs/api.md has the status, and beside it that of the documents.
        let page = try String(
            contentsOf: SharedFixtures.projectFolder.appending(path: "docs/api.md"), encoding: .utf8)
        let row = try #require(page.split(separator: "\n").first { $0.contains("`\(code.rawValue)`") })
        let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
        #expect(cells[1].hasPrefix("\(status)") && cells[2].hasPrefix("\(documented)"), "\(row)")
    }

    // B3-07
    @Test("the history takes days, both included, by the payee's clock, and says what is wrong with them")
    func customRange() async throws {
        try await APIBench.with { bench in
            let (payee, job) = try await bench.job()
            try await bench.call("POST", "/api/jobs/\(job)/complete")
            let list = "/api/payees/\(payee)/earnings/history"
            let entry = try #require(try await bench.call("GET", list)["data"]?.elements.first)
            let time = try #require(entry["date"]?.string.flatMap(Timestamp.init(iso8601:)))
            let chicago = try #require(LocalCalendar(timeZone: "America/Chicago"))
            let day = chicago.date(of: time)
            let (before, today, after) = (
                day.adding(days: -1).iso8601, day.iso8601, day.adding(days: 1).iso8601
            )
            for (query, count) in [
                ("since=\(today)&until=\(today)", 1), ("since=\(today)", 1), ("until=\(today)", 1),
                ("since=\(after)", 0), ("until=\(before)", 0), ("since=\(before)&until=\(after)", 1),
            ] {
                let found = try await bench.call("GET", "\(list)?\(query)")
                #expect(found.status == 200 && found.ids.count == count, "\(query)")
            }
            for (query, param) in [
                ("since=\(after)&until=\(today)", "until"), ("since=2026-02-30", "since"),
                ("until=today", "until"), ("period=week&since=\(today)", "period"),
            ] {
                let refused = try await bench.call("GET", "\(list)?\(query)")
                #expect(refused.status == 400 && refused.param == param, "\(query)")
            }
        }
    }

    // C0-67
    @Test("a year's earnings are the share of each month, and of the key's own payees alone")
    func year() async throws {
        try await APIBench.with { bench in
            let (payee, job) = try await bench.job()
            try await bench.call("POST", "/api/jobs/\(job)/complete")
            let entry = try await bench.call("GET", "/api/payees/\(payee)/earnings/history")
            let date = try #require(entry["data"]?.elements.first?["date"]?.string)
            let years = "/api/payees/\(payee)/earnings/years"
            let report = try await bench.call("GET", "\(years)/\(date.prefix(4))")
            #expect(report["earned_minor"] == .number("12000") && report["jobs"] == .number("1"))
            #expect(report["months"]?.elements.count == 12 && report["time_zone"] == "America/Chicago")
            let text = "\(report.tree)"
            #expect(!text.contains(#""15000""#) && !text.contains(#""3000""#))
            let other = try await bench.call("GET", "\(years)/2001")
            #expect(other.status == 200 && other["earned_minor"] == .number("0"))
            for year in ["1", "20266", "9999", "abcd", "-002"] {
                #expect(try await bench.call("GET", "\(years)/\(year)").status == 404, "\(year)")
            }
            let theirs = try await bench.call("GET", "\(years)/2026", by: "hope")
            #expect(theirs.status == 404 && theirs.code == "profile_not_found")
        }
    }

    @Test("a partial refund of a job is made once per key, and requires the permission to change money")
    func refund() async throws {
        try await APIBench.with { bench in
            let (_, job) = try await bench.job()
            let target = "/api/jobs/\(job)/refund"
            for _ in 0..<2 {
                let refunded = try await bench.call("POST", target, #"{"amount_minor":5000}"#, once: "a")
                #expect(refunded.status == 200 && refunded["refunded_minor"] == .number("5000"))
                #expect(refunded["earned_minor"] == .number("8000") && refunded["status"] == "confirmed")
            }
            let other = try await bench.call("POST", target, #"{"amount_minor":1}"#, once: "a")
            #expect(other.status == 409)
            let over = try await bench.call("POST", target, #"{"amount_minor":10001}"#)
            #expect(over.status == 422 && over.code == "refundTooLarge")
            #expect(try await bench.call("POST", target, #"{"amount_minor":0}"#).param == "amount_minor")
            #expect(try await bench.call("POST", target).param == "amount_minor")
            let theirs = try await bench.call("POST", target, #"{"amount_minor":1}"#, by: "hope")
            #expect(theirs.status == 404 && theirs.code == "job_not_found")
            let looks = try await bench.call("POST", target, #"{"amount_minor":1}"#, by: "read-only")
            #expect(looks.status == 403)
            #expect(try await bench.call("GET", "/api/jobs/\(job)")["refunded_minor"] == .number("5000"))
        }
    }

    @Test("what cannot be booked is refused by its field or its reason, and nothing is kept")
    func flaws() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.activePayee()
            let texts = #""payee":"\#(payee)","payer_name":"A Client","payer_email":"client@example.org""#
            func quote(_ rest: String) async throws -> Answer {
                try await bench.call("POST", "/api/payments/create-intent", "{\(texts),\(rest)}")
            }
            for (rest, code) in [
                (#""title":"x","price_minor":100000000"#, "invalid"),
                (#""title":" ","price_minor":500"#, "invalid"),
                (#""title":"a\nb","price_minor":500"#, "invalid"),
                (#""title":"x","price_minor":500,"currency":"xxx""#, "wrongCurrency"),
                (#""title":"pay 4242 4242 4242 4242","price_minor":500"#, "cardNumber"),
            ] {
                let refused = try await quote(rest)
                #expect((400..<500).contains(refused.status) && refused.code == code, "\(rest)")
            }
            let nobody = try await bench.call(
                "POST", "/api/payments/create-intent",
                #"{"payee":"\#(payee)","title":"x","price_minor":500,"payer_name":"A","payer_email":"no"}"#)
            #expect(nobody.status == 400 && nobody.param == "payer_email")
            let currency = try await bench.call("GET", "/api/payees/\(payee)/earnings?currency=xxx")
            #expect(currency.status == 400 && currency.param == "currency")
            #expect(try await bench.call("GET", "/api/payees/\(payee)/jobs").ids == [])
        }
    }

    @Test("what is another organization's is not there, as what never was")  // B3-61
    func others() async throws {
        try await APIBench.with { bench in
            let (payee, job) = try await bench.job()
            let quote = try await bench.data.products.bookings.job(job, for: .platform).quote
            for target in ["", "/jobs", "/earnings", "/earnings/history"] {
                let theirs = try await bench.call("GET", "/api/payees/\(payee)\(target)", by: "hope")
                #expect(theirs.status == 404 && theirs.code == "profile_not_found", "\(target)")
            }
            #expect(try await bench.call("GET", "/api/jobs/\(job)", by: "hope").code == "job_not_found")
            for target in ["jobs/\(job)/complete", "jobs/\(job)/cancel", "payout/\(job)"] {
                let theirs = try await bench.call("POST", "/api/\(target)", by: "hope")
                #expect(theirs.status == 404 && theirs.code == "job_not_found", "\(target)")
            }
            #expect(try await bench.payQuote(quote, by: "hope").code == "quote_not_found")
            #expect(try await bench.quote(payee, by: "hope").code == "profile_not_found")
            // A payee of the platform itself is no organization's.
            let payees = bench.data.products.payees
            let own = try await bench.data.write { unit, _ in
                try payees.enroll(named: "Own", timeZone: "UTC", in: unit).id
            }
            #expect(try await bench.call("GET", "/api/payees/\(own)").status == 404)
            for (role, mayChange) in [("treasurer", true), ("read-only", false), ("tags", false)] {
                let made = try await bench.payee(by: role)
                #expect(made.status == (mayChange ? 200 : 403), "\(role)")
            }
        }
    }
}

extension APIBench {
    @discardableResult
    func payee(
        _ name: String = "Dana", zone: String = "America/Chicago", by key: String = "owner",
        once: String? = nil
    ) async throws -> Answer {
        try await call(
            "POST", "/api/payees", #"{"name":"\#(name)","time_zone":"\#(zone)"}"#, by: key, once: once)
    }

    func onboardingLink(of payee: String, once: String? = nil) async throws -> Answer {
        let body =
            #"{"refresh_url":"https://church.example/again","return_url":"https://church.example/done"}"#
        return try await call("POST", "/api/payees/\(payee)/onboarding-link", body, once: once)
    }

    /// Plays the person on the processor's pages.
    func onboard(_ payee: String) async throws {
        let account = try #require(try await data.read { try $0.payeeProfile(payee)?.account })
        try await data.controls.onboard(account, .complete)
        try await data.payments.refresh(payee: account)
    }

    func activePayee() async throws -> String {
        let payee = try await payee().id
        #expect(try await onboardingLink(of: payee).status == 200)
        try await onboard(payee)
        return payee
    }

    /// 150.00 for a payee, without an address.
    func quote(_ payee: String, by key: String = "owner", once: String? = nil) async throws -> Answer {
        let body = """
            {"payee":"\(payee)","title":"Move a piano","price_minor":15000,"payer_name":"A Client",\
            "payer_email":"client@example.org"}
            """
        return try await call("POST", "/api/payments/create-intent", body, by: key, once: once)
    }

    func payQuote(
        _ quote: String, method: String = "pm_card_visa", by key: String = "owner", once: String? = nil
    ) async throws -> Answer {
        try await call(
            "POST", "/api/payments/confirm", #"{"quote":"\#(quote)","method":"\#(method)"}"#, by: key,
            once: once)
    }

    /// A job of 150.00 that is paid, and its payee.
    func job() async throws -> (payee: String, job: String) {
        let payee = try await activePayee()
        let paid = try await payQuote(quote(payee).id)
        return (payee, try #require(paid["job"]?.string))
    }
}
