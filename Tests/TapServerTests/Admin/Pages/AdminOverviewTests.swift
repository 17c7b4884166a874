import DatabaseKit
import MoneyKit
import PaymentCore
import ProcessorSimulator
import SimulationKit
import TagRegistry
import Testing
import TimeKit

@testable import Giving
@testable import TapServer

/// The answers of the overview: this month, donors, monthly gifts, disputes and payouts.
@Suite struct AdminOverviewTests {
    @Test("this month is compared with the same days of last month and of last year")
    func month() async throws {
        try await AdminBench.with { bench in
            try await bench.give("100.00")
            // From 31 January to 28 February.
            bench.bench.clock.advance(seconds: 86_400 * 28)
            try await bench.give("50.00", fund: "13")
            try await bench.give("7.00", to: "Hope", email: "h@example.org")
            let page = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(
                page.says(
                    """
                    <strong>$50.00</strong> <span class="quiet">given, after refunds: 1 to 28 February \
                    2026 (1 gift)</span>
                    """), "\(page.html)")
            for (month, days) in [("last month", "January 2026"), ("a year ago", "February 2025")] {
                #expect(page.says("<strong>$50.00</strong> more than \(month) <span"), "\(month)")
                #expect(page.says(">1 to 28 \(days): $0.00, 0 gifts</span>"), "\(month)")
            }
            #expect(page.says("aria-label=\"This month, by fund\""))
            #expect(page.says("<desc>Building: $50.00</desc>"))
            bench.bench.clock.advance(seconds: 86_400 * 3)
            let march = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(march.says("<strong>The same</strong> as last month"))
            #expect(march.says(">1 to 3 February 2026: $0.00, 0 gifts</span>"))
            #expect(march.says(">given, after refunds: 1 to 3 March 2026 (0 gifts)</span>"))
        }
    }

    @Test("a month begins at midnight in the organization's time zone")
    func timeZone() async throws {
        try await AdminBench.with { bench in
            try await bench.bench.file.write { transaction in
                var organization = try transaction.existingOrganization("Grace")
                organization.timeZone = "Pacific/Auckland"
                try transaction.save(organization)
            }
            // 31 January, 15:00 in UTC is 1 February in Auckland.
            try await bench.give("50.00")
            let page = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(page.says(">given, after refunds: 1 February 2026 (1 gift)</span>"))
            #expect(page.says("<strong>1</strong> new: <span class=\"quiet\">first gave in February 2026 ("))
        }
    }

    @Test("new, returning and lapsed donors are counted; only the newest gifts name donors")
    func donors() async throws {
        try await AdminBench.with { bench in
            for name in ["returning", "lapsed"] {
                try await bench.give(name: "Zacharias", email: "\(name)@example.org")
            }
            let first = try await bench.browser("reader").open("/admin/org/Grace")
            #expect(first.says("<strong>2</strong> new: <span class=\"quiet\">first gave in January 2026 ("))
            #expect(first.says("(0 in December 2025)."))
            // From 31 January 2026 to 3 March 2027.
            bench.bench.clock.advance(seconds: 86_400 * 396)
            for name in ["returning", "new"] {
                try await bench.give(name: "Zacharias", email: "\(name)@example.org")
            }
            let page = try await bench.browser("reader").open("/admin/org/Grace")
            #expect(page.says("<strong>1</strong> new: <span class=\"quiet\">first gave in March 2027 ("))
            #expect(
                page.says(
                    """
                    <strong>1</strong> returning: <span class="quiet">gave again in March 2027, after at least \
                    12 months without a gift (
                    """))
            #expect(
                page.says(
                    """
                    <strong>1</strong> lapsed: <span class="quiet">last gave between March 2025 and February 2026.
                    """), "\(page.html)")
            let parts = page.html.split(separator: "<h2>Newest gifts</h2>")
            #expect(parts.count == 2 && !parts[0].contains("Zacharias"))
        }
    }

    @Test("the active monthly gifts are counted and added up, without the canceled ones")
    func monthly() async throws {
        try await AdminBench.with { bench in
            let none = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(none.says("<strong>$0.00</strong> <span class=\"quiet\">a month from"))
            for (amount, email) in [
                ("20", "a@example.org"), ("15.50", "b@example.org"), ("99", "c@example.org"),
            ] {
                let gift = try await bench.bench.giving.give(
                    GiftRequest(
                        organization: "Grace", fund: nil, amount: .text(amount), isRecurring: true,
                        method: "pm_card_visa", name: "M Donor", email: email))
                guard amount == "99" else { continue }
                try await bench.bench.file.write { transaction in
                    var recurring = try #require(try transaction.recurring(gift.recurring ?? ""))
                    recurring.status = .pastDue
                    try transaction.save(recurring)
                }
            }
            let page = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(page.says("<strong>$35.50</strong> <span class=\"quiet\">a month from"))
            #expect(page.says(">2 active monthly gifts</a>; 1 past due ($99.00)</span>"), "\(page.html)")
        }
    }

    @Test("an open dispute shows its amount and deadline, and leads to its gift")
    func dispute() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give("40.00", method: "pm_card_createDispute")
            bench.bench.clock.advance(seconds: 86_400)
            try await bench.bench.processor.advance()
            try await bench.bench.giving.payments.readEvents()
            let dispute = try #require(
                try await bench.bench.file.read { try $0.openDisputes(ofOrganization: "Grace", limit: 9) }
                    .first)
            let due = try #require(dispute.dueBy)
            let page = try await bench.browser("reader").open("/admin/org/Grace")
            let row = try #require(page.html.split(separator: "<h2>This month in detail</h2>").first)
            #expect(row.contains("<h2>Needs action</h2>") && row.contains("<h3>Open disputes</h3>"))
            #expect(row.contains("/admin/org/Grace/gifts?status=disputed\">All disputed gifts (1)</a>"))
            #expect(row.contains("/admin/org/Grace/gifts/\(gift.id)\">") && row.contains(">$40.00</td>"))
            #expect(row.contains("datetime=\"\(due.iso8601)\"") && !row.contains("overdue"))
            let hope = try await bench.browser("hope").open("/admin/org/Hope")
            #expect(hope.says("No disputes are open.") && !hope.says(gift.id))
        }
    }

    @Test("a payout is open until it arrives, and late after its day")
    func payout() async throws {
        try await AdminBench.with { bench in
            let none = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(none.says("All payouts have arrived") && none.says("/admin/org/Grace/payouts/bank"))
            try await bench.give()
            var payout = try #require(try await bench.payOut("Grace"))
            payout.state = .inTransit
            try await save(payout, in: bench)
            let link = "/admin/org/Grace/payouts/\(payout.id)"
            let open = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(open.says(link) && open.says("in transit") && !open.says(">late</span>"))
            bench.bench.clock.advance(seconds: 86_400 * 20)
            #expect(try await bench.browser("treasurer").open("/admin/org/Grace").says(">late</span>"))
            payout.state = .failed
            try await save(payout, in: bench)
            let failed = try await bench.browser("treasurer").open("/admin/org/Grace")
            #expect(failed.says(link) && !failed.says(">late</span>"))
            #expect(try await !bench.browser("hope").open("/admin/org/Hope").says(payout.id))
            payout.state = .paid
            try await save(payout, in: bench)
            #expect(try await !bench.browser("treasurer").open("/admin/org/Grace").says(link))
        }
    }

    @Test("a payout's day of arrival does not depend on the organization's time zone")
    func arrivalDay() async throws {
        try await AdminBench.with { bench in
            try await bench.bench.file.write { transaction in
                var organization = try #require(try transaction.organization("Grace"))
                organization.timeZone = "America/Chicago"
                try transaction.save(organization)
            }
            try await bench.give()
            var payout = try #require(try await bench.payOut("Grace"))
            payout.state = .inTransit
            try await save(payout, in: bench)
            let day = "datetime=\"\(payout.arrival.date.iso8601)\""
            for page in ["/admin/org/Grace", "/admin/org/Grace/payouts"] {
                #expect(try await bench.browser("treasurer").open(page).says(day), "\(page)")
            }
        }
    }

    private func save(_ payout: PayeePayout, in bench: AdminBench) async throws {
        try await bench.bench.file.write { try $0.save(payout) }
    }

    @Test("the month's gifts by seat are shown to staff who may see seats, and to no one else")
    func seats() async throws {
        try await AdminBench.with { bench in
            try await bench.bench.file.write { transaction in
                try transaction.save(Batch(name: "Main hall", created: SiteBench.start))
                try transaction.save(
                    BatchRow(
                        batch: "Main hall", number: 1, seat: "Row A", campus: "North", org: "Grace",
                        url: "https://appclip.tap.giving/Grace?t=t1&r=0", tagID: "t1",
                        changed: SiteBench.start))
            }
            for index in 0..<5 {
                let tap = try await bench.bench.giving.record(
                    tap: "https://appclip.tap.giving/Grace?t=t1", nil, organization: "Grace", source: .tag)
                try await bench.bench.file.write { transaction in
                    try transaction.save(SeenTap(id: tap.id, tagID: "t1", time: tap.created))
                }
                try await bench.give("10.00", email: "d\(index)@example.org", tap: tap.id)
            }
            for (name, seesSeats) in [("owner", true), ("reader", true), ("treasurer", false)] {
                let page = try await bench.browser(name).open("/admin/org/Grace")
                #expect(page.says("<title>North: $50.00</title>"), "\(name)")
                #expect(page.says("<title>North, Row A: $50.00</title>") == seesSeats, "\(name)")
                #expect(page.says("Row A") == seesSeats, "\(name)")
            }
            #expect(try await bench.browser("tags").open("/admin/org/Grace").status == 403)
        }
    }
}
