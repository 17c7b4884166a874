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

@testable import DataFolderKit
@testable import Documents
@testable import Payees
@testable import PublicAPI

/// A payee's earnings over the API: its share, sums, history and years.
@Suite struct APIEarningsTests {
    @Test("a payee sees only its share, never the price or the fee")  // B3-06, B3-17, B3-18, B3-47
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
    @Test("each sum of earnings has its required name")
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

    // B3-07
    @Test("the history accepts first and last days by the payee's clock, and names invalid ones")
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
    @Test("a year's earnings are the payee's monthly shares, and only the key's payees have them")
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
}
