import Bookings
import DatabaseKit
import Foundation
import MoneyKit
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import TestSupport
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents
@testable import PublicAPI

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

    @Test("each request for an onboarding link returns a new one")  // B3-32, B3-43
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

    @Test("without payouts set up, jobs and earnings are 403")  // B3-10, B3-11
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

    @Test("a quote is created once and paid once, and yields one job")  // B3-15, B3-16, B3-33
    func pay() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.activePayee()
            let quote = try await bench.quote(payee, once: "a")
            #expect(quote["status"] == "open" && quote["job"] == .null)
            #expect(quote["total_minor"] == .number("15000"))
            // The payer's program confirms with the quote's id. No payment exists before that.
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
    @Test("a confirmation after the processor's event returns the job, however often it is sent")
    func eventFirst() async throws {
        try await APIBench.with { bench in
            let payee = try await bench.activePayee()
            let quote = try await bench.quote(payee).id
            let asked = try await bench.payQuote(quote, method: "pm_card_authenticationRequired")
            let payment = try #require(asked["payment"]?.string)
            let intent = try #require(try await bench.data.read { try $0.payment(payment)?.intent })
            // The payer confirms on the bank's own page. Only the processor's events report that.
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

    @Test("a declined card is 402 with the required message, and another card pays the same quote")  // B3-48
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

    @Test("canceling a job refunds everything, and the job can no longer be completed")
    func cancel() async throws {
        try await APIBench.with { bench in
            let job = try await bench.job().job
            let cancelled = try await bench.call("POST", "/api/jobs/\(job)/cancel")
            #expect(cancelled["status"] == "refunded" && cancelled["refunded_minor"] == .number("15000"))
            #expect(try await bench.call("GET", "/api/jobs/\(job)")["earned_minor"] == .number("0"))
            #expect(try await bench.call("POST", "/api/jobs/\(job)/complete").code == "wrong_state")
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

    @Test("an invalid booking is refused with its field or reason, and nothing is stored")
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

    @Test("another organization's records are not found, like unknown ids")  // B3-61
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
            // A payee of the platform itself belongs to no organization.
            let payees = bench.data.products.payees
            let own = try await bench.data.write { transaction, _ in
                try payees.enroll(named: "Own", timeZone: "UTC", in: transaction).id
            }
            #expect(try await bench.call("GET", "/api/payees/\(own)").status == 404)
            for (role, mayChange) in [("treasurer", true), ("read-only", false), ("tags", false)] {
                let made = try await bench.payee(by: role)
                #expect(made.status == (mayChange ? 200 : 403), "\(role)")
            }
        }
    }
}
