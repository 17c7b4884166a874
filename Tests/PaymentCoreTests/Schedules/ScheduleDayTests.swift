import Foundation
import MoneyKit
import Processor
import Testing
import TimeKit

@testable import PaymentCore
@testable import ProcessorSimulator

/// The days of a schedule, as requested and as the simulated processor computes them.
@Suite struct ScheduleDayTests {
    private static let isWhole = ProcessInfo.processInfo.environment["TAPKIT_FULL"] != nil
    private static let days = [1, 28, 29, 30, 31]

    /// All time zones that an organization can have: Foundation's list, older names and fixed offsets.
    private static let zones: [String] = {
        let links = (try? String(contentsOfFile: "/usr/share/zoneinfo/tzdata.zi", encoding: .utf8)) ?? ""
        let names = links.split(separator: "\n").compactMap { line -> String? in
            let words = line.split(separator: " ")
            switch words.first {
            case "Z": return words.dropFirst().first.map(String.init)
            case "L": return words.dropFirst(2).first.map(String.init)
            default: return nil
            }
        }
        let fixed = (1...12).map { "Etc/GMT+\($0)" } + (1...14).map { "Etc/GMT-\($0)" }
        return Set(TimeZone.knownTimeZoneIdentifiers + names + fixed)
            .filter { LocalCalendar(timeZone: $0) != nil }.sorted()
    }()

    private static func schedule(_ day: MonthlyDay, begun now: Timestamp) throws -> Schedule {
        let quote = try Quote(of: Money(50_00, .usd), by: ProductFee(payee: BasisPoints(500)))
        var order = PaymentOrder(
            kind: "gift", subject: "rec_1", form: .destination(payee: "acct_1"), quote: quote, method: "pm_1",
            payer: Payer(name: "A", email: "a@example.org", phone: nil, client: nil),
            statementDescriptor: "CHURCH")
        order.day = day
        return Schedule(id: "sch_1", order: order, feeStep: try quote.percentStep(), begun: now)
    }

    /// Returns the times at which the simulated processor begins the requested schedule's full periods.
    private static func periods(of request: Subscription.Create, made now: Timestamp, count: Int) throws
        -> [Timestamp]
    {
        let start = request.trialEnd ?? now
        let anchor = try #require(request.anchor).anchor(after: start, made: now, everyMonths: 1)
        let calendar = BillingCalendar(anchor: anchor, interval: .month, alignsBefore: true)
        var moment = start
        return (0..<count).map { _ in
            moment = calendar.next(after: moment)
            return moment
        }
    }

    /// Returns the first problem in the 36 charges after a gift begun on a local day and hour, or nil.
    private static func problem(_ zone: String, day number: Int, hour: Int, price: Price) throws -> String? {
        let calendar = try #require(LocalCalendar(timeZone: zone))
        let today = try #require(CalendarDate(year: 2027, month: 1, day: number))
        let now = calendar.start(of: today).adding(seconds: Int64(hour) * 3600 + 1799)
        let day = MonthlyDay(calendar.date(of: now).day, in: zone, from: now)
        let schedule = try schedule(day, begun: now)
        let request = schedule.form.subscription(of: schedule, price: price, at: now)
        let charges = try periods(of: request, made: now, count: 36)
        var (moment, month) = (now, CalendarMonth(of: calendar.date(of: now)))
        for (place, charge) in charges.enumerated() {
            moment = day.next(after: moment, laterThan: place == 0 ? month : nil)
            month = month.next
            let wanted = min(month.first.adding(days: day.day - 1), month.days.upperBound)
            guard charge == moment else { return "\(charge.iso8601), not \(moment.iso8601)" }
            // The invoice is charged about an hour later.
            for seconds: Int64 in [0, 3600, 7199] {
                let local = calendar.date(of: charge.adding(seconds: seconds))
                guard local == wanted else { return "\(local.iso8601), not \(wanted.iso8601)" }
            }
            if let end = request.trialEnd, end >= charges[0] { return "the trial ends after the charge" }
        }
        return nil
    }

    // The 36 months from January 2027 include a February 29 and six clock changes. `scripts/test --all` tries all hours.
    @Test("M-1: each month is charged once, on the stated local day, in every time zone", arguments: days)
    func everyZone(day: Int) throws {
        let price = Price(
            id: "price_1", created: Timestamp(seconds: 0), product: "prod_1", unitAmount: 50_00,
            currency: .usd,
            interval: .month)
        #expect(Self.zones.count > 400)
        for (place, zone) in Self.zones.enumerated() {
            let hours = Self.isWhole ? Array(0...23) : [(place * 5 + day) % 24]
            for hour in hours {
                guard let problem = try Self.problem(zone, day: day, hour: hour, price: price) else {
                    continue
                }
                Issue.record("\(zone), day \(day), \(hour):29: \(problem)")
                return
            }
        }
    }

    @Test(
        "M-1: a trial skips an occurrence only if it falls in the paid month",
        arguments: [
            // Begun at 8:00 on 1 May in Tokyo, which is still April in UTC.
            ("Asia/Tokyo", 1, "2026-04-30T23:00:00Z", "2026-05-02T06:00:00Z"),
            ("America/Chicago", 30, "2026-12-31T03:30:00Z", nil),
            ("UTC", 4, "2026-01-04T09:00:00Z", "2026-01-05T11:00:00Z"),
            ("UTC", 4, "2026-01-04T11:00:00Z", nil),
            ("UTC", 28, "2026-02-28T09:00:00Z", "2026-03-01T11:00:00Z"),
        ] as [(String, Int, String, String?)])
    func trial(zone: String, day: Int, now: String, trialEnd: String?) throws {
        let now = try #require(Timestamp(iso8601: now))
        let price = Price(
            id: "price_1", created: now, product: "prod_1", unitAmount: 50_00, currency: .usd,
            interval: .month)
        let schedule = try Self.schedule(MonthlyDay(day, in: zone, from: now), begun: now)
        let request = schedule.form.subscription(of: schedule, price: price, at: now)
        #expect(request.trialEnd?.iso8601 == trialEnd)
        #expect(request.anchor?.dayOfMonth == day)
        #expect(request.addedAmount == .init(product: "prod_1", amount: 50_00, currency: .usd))
    }
}
