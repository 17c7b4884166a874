import Dependents
import Foundation
import MoneyKit
import MoneyTestSupport
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// A dependent's fields, title and remaining days.
@Suite struct DependentTests {
    // D2-22
    @Test(
        "survives a round trip through JSON, and differs from one with another fee",
        arguments: propertySeeds)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let dependent = try Dependent.drawn(from: &generator)
        let read = try JSONDecoder().decode(Dependent.self, from: JSONEncoder().encode(dependent))
        #expect(read == dependent, "seed \(seed)")
        let other = try Dependent(
            id: dependent.id, name: dependent.name, relationship: dependent.relationship,
            serviceType: dependent.serviceType, due: dependent.due,
            fee: Money((dependent.fee?.minorUnits ?? 0) + 1, .sar))
        #expect(read != other, "seed \(seed)")
    }

    @Test("is stored with the fee in halalas, and with the due date instead of the remaining days")
    func storedForm() throws {  // D2-05, D2-19
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(try Dependent.example()), as: UTF8.self)
        #expect(
            text == """
                {"due_date":"2026-01-16","fee":{"amount_minor":20000,"currency":"sar"},"id":"dep_husam",\
                "name":"حسام","relationship":"ولدك","service_type":"اصدار رخصة"}
                """)
        let withoutFee = String(decoding: try encoder.encode(try Dependent.example(fee: nil)), as: UTF8.self)
        #expect(!withoutFee.contains("fee"))
    }

    @Test("the sample has حسام, سارة, ولدك and اصدار رخصة")  // D2-10
    func sample() throws {
        let sample = try Enrollment.sample()
        #expect(sample.dependents.map(\.name) == ["حسام", "سارة", "خالد"])
        let first = try #require(sample.dependents.first)
        #expect(first.relationship == "ولدك")
        #expect(first.serviceType == "اصدار رخصة")
        #expect(first.fee == Money(200_00, .sar))
        #expect(first.due == CalendarDate(iso8601: "2026-01-16"))
        #expect(sample.dependents.last?.fee == nil)
    }

    @Test("the title is the service, a hyphen and the name")  // D2-06
    func title() throws {
        let dependent = try Dependent.example()
        #expect(dependent.serviceTitle == "اصدار رخصة - حسام")
        #expect(dependent.isolatedTitle == "\u{2068}اصدار رخصة\u{2069} - \u{2068}حسام\u{2069}")
    }

    @Test(
        "initials replace a picture",
        arguments: [("حسام", "ح"), ("Sara Ali Omar", "S A"), ("  نور   الدين", "ن ا")])  // D2-04
    func initials(name: String, letters: String) throws {
        #expect(try Dependent.example(name: name).initials == letters)
    }

    @Test(
        "refuses names with invisible characters, or without visible ones",
        arguments: [
            "", "  ", "a\u{3164}b", "a\u{2800}", "a\u{200B}b", "a\u{202E}b", "a\u{2069}b", "a\nb", "a\u{0}",
            String(repeating: "م", count: 101),
        ])
    func refusedNames(name: String) {
        #expect(throws: DependentError.self) { try Dependent.example(name: name) }
    }

    @Test("S-12: a stored name that is refused now can be read, and is shown without its hidden characters")
    func storedName() throws {
        let stored = """
            {"due_date":"2026-01-16","id":"dep_1","name":"a\u{202E}b\u{3164}","relationship":"son",\
            "service_type":"Licence"}
            """
        let read = try JSONDecoder().decode(Dependent.self, from: Data(stored.utf8))
        #expect(read.name == "a\u{202E}b\u{3164}")
        #expect(read.isolatedTitle == "\u{2068}Licence\u{2069} - \u{2068}a\u{FFFD}b\u{FFFD}\u{2069}")
        #expect(throws: DependentError.self) { try read.displayed() }
    }

    @Test("refuses a fee that is not a positive amount in SAR")  // D2-05
    func refusedFees() {
        for fee in [Money(0, .sar), Money(-1, .sar), Money(100, .usd)] {
            #expect(throws: DependentError.self, "\(fee)") { try Dependent.example(fee: fee) }
        }
    }

    @Test(
        "counts the days from today to the due date",
        arguments: [
            ("2026-01-05", 0, "Due today", "آخر موعد اليوم"),
            ("2026-01-06", 1, "1 day remaining", "باقٍ يوم واحد"),
            ("2026-01-07", 2, "2 days remaining", "باقٍ يومان"),
            ("2026-01-15", 10, "10 days remaining", "باقٍ 10 أيام"),
            ("2026-01-16", 11, "11 days remaining", "باقٍ 11 يومًا"),
            ("2026-04-15", 100, "100 days remaining", "باقٍ 100 يوم"),
            ("2026-01-04", -1, "1 day overdue", "متأخر يومًا واحدًا"),
            ("2026-01-03", -2, "2 days overdue", "متأخر يومين"),
            ("2025-12-31", -5, "5 days overdue", "متأخر 5 أيام"),
        ])  // D2-21, X-19
    func days(due: String, count: Int, english: String, arabic: String) throws {
        let due = try #require(CalendarDate(iso8601: due))
        let remaining = DaysRemaining(until: due, from: try #require(CalendarDate(iso8601: "2026-01-05")))
        #expect(remaining.days == count)
        #expect(remaining.text(in: .english) == english)
        #expect(remaining.text(in: .arabic) == arabic)
    }

    @Test("midnight follows the agency's time zone, not UTC")  // D2-21, X-41
    func midnight() throws {
        let riyadh = try #require(Agency(id: "agency", name: "Agency"))
        let honolulu = try #require(Agency(id: "agency", name: "Agency", timeZone: "Pacific/Honolulu"))
        let evening = try #require(Timestamp(iso8601: "2026-01-05T20:59:59Z"))
        #expect(riyadh.date(of: evening).iso8601 == "2026-01-05")
        #expect(riyadh.date(of: evening.adding(seconds: 1)).iso8601 == "2026-01-06")
        #expect(honolulu.date(of: evening).iso8601 == "2026-01-05")
        #expect(Agency(id: "agency", name: "Agency", timeZone: "Middle/Earth") == nil)
    }

    @Test("without a fee, nothing can be paid, and there is no default fee")  // D2-15, X-18
    func noFee() throws {
        let agency = try #require(Agency(id: "agency", name: "Agency"))
        let dependent = try Dependent.example(fee: nil)
        let review = DependentReview(
            EnrolledDependent(dependent, guardian: "grd_1", agency: "agency"), at: agency,
            time: Timestamp(seconds: 1_767_517_200))
        #expect(review.approval == .noFee)
    }
}
