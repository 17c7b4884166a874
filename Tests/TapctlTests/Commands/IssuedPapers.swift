import DatabaseKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorClient
import SimulationKit
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Scenarios
@testable import tapctl

/// A church with gifts before and after the end of a year, and all documents issued for them.
struct IssuedPapers {
    let world: ScenarioWorld

    /// 20:00 in Chicago on December 30, two days before the year ends.
    static let start = Timestamp(at: "2026-12-31T02:00:00Z")
    /// The time at which statements are made.
    static let later = Timestamp(at: "2027-03-01T12:00:00Z")

    /// Makes one-time, monthly, declined and partially refunded gifts at times whose year depends on the time
    /// zone.
    static func make() async throws -> IssuedPapers {
        let papers = IssuedPapers(world: try await ScenarioWorld.make(at: start, seed: 7, overHTTP: false))
        try await papers.fill()
        return papers
    }

    private func fill() async throws {
        try await world.file.write { transaction in
            var fields = OrganizationFields(displayName: "Grace Church")
            (fields.timeZone, fields.country, fields.taxID) = ("America/Chicago", "US", "12-3456789")
            _ = try transaction.addOrganization("Grace", fields, at: Self.start)
            for (id, name) in [("12", "Missions"), ("13", "Roof")] {
                _ = try transaction.addFund(id, name: name, to: "Grace", at: Self.start)
            }
        }
        let (_, payee) = try await world.giving.onboard("Grace")
        _ = try await world.controls.onboard(payee.id, .complete)
        _ = try await world.giving.onboard("Grace")
        // 23:30 of December 31 in Chicago is January 1 nearly everywhere else; 18:30 is in Auckland and Tokyo.
        let minutes = ["2027-01-01T00:30:00Z", "2027-01-01T05:30:00Z", "2027-01-01T06:30:00Z"]
        for (number, minute) in minutes.enumerated() {
            world.clock.advance(to: Timestamp(at: minute))
            for fund in ["12", "13"] {
                let gift = try await give(fund, "donor\(number % 2)@example.org")
                if fund == "13", number != 1 {
                    _ = try await world.giving.refund(gift.id, amount: "20", reason: nil)
                }
            }
        }
        _ = try await give("12", "monthly@example.org", recurring: true)
        _ = try? await give("13", "declined@example.org", method: "pm_card_visa_chargeDeclined")
        try await world.advance(to: Timestamp(at: "2027-02-20T12:00:00Z"))
        _ = try await world.giving.payments.payOut(to: payee.id)
        try await world.advance(to: Timestamp(at: "2027-02-27T12:00:00Z"))
    }

    @discardableResult
    func give(
        _ fund: String, _ email: String, recurring: Bool = false, method: String = "pm_card_visa"
    ) async throws -> Gift {
        try await world.giving.give(
            GiftRequest(
                organization: "Grace", fund: fund, amount: .text("50"), isRecurring: recurring,
                coversFee: true, method: method, name: "A Donor", email: email))
    }

    /// Every receipt, statement, export and report, by its name.
    func all() async throws -> [String: String] {
        let days = [
            ("2026-12-30", "2026-12-31"), ("2026-12-31", "2026-12-31"), ("2027-01-01", "2027-01-01"),
            ("2027-01-01", "2027-01-31"), ("2027-02-01", "2027-02-28"), ("2026-01-01", "2027-12-31"),
        ]
        return try await world.file.read { transaction in
            var papers: [String: String] = [:]
            let organization = try transaction.existingOrganization("Grace")
            let donors = try transaction.donors(organization: "Grace", after: nil, limit: 100)
            for year in 2025...2027 {
                for receipt in try transaction.receipts(
                    organization: "Grace", year: year, after: 0, limit: 100)
                {
                    let text = ReceiptText(receipt)
                    papers["receipt \(receipt.number.text)"] =
                        text.text + text.html + receipt.document.text
                }
                for donor in donors {
                    let statement = try transaction.statement(
                        to: organization, of: donor.id, year: year, at: Self.later)
                    guard !statement.lines.isEmpty else { continue }
                    let text = StatementText(statement)
                    papers["statement \(year) \(donor.email)"] =
                        text.text + text.html + text.csv + statement.document.text
                }
            }
            for (since, until) in days {
                let first = Timestamp(at: since).date
                let last = Timestamp(at: until).date
                for isAsClosed in [false, true] {
                    var query = GiftQuery(organization: "Grace", limit: 1_000)
                    (query.sinceDay, query.untilDay, query.isAsClosed) = (first, last, isAsClosed)
                    papers["gifts \(since) \(until) \(isAsClosed)"] = try transaction.gifts(query).map {
                        let line = GiftSheet.line($0, net: try transaction.net(of: $0, asClosed: isAsClosed))
                        return CSVLine.text(line) + $0.document.text
                    }.joined()
                }
                let calendar = organization.calendar
                let period = calendar.start(of: first)..<calendar.start(of: last.adding(days: 1))
                papers["journal \(since) \(until)"] =
                    try transaction.journal(of: organization, in: period, after: 0, limit: 1_000).entries
                    .flatMap { AccountingSheet.lines($0, day: calendar.date(of: $0.time)) }
                    .map(CSVLine.text).joined()
                papers["sums \(since) \(until)"] =
                    "\(try transaction.fundTotals(ofOrganization: "Grace", on: first...last))"
            }
            let names = try GivingNames(organizations: [organization], in: transaction, at: Self.later)
            papers["payouts"] = try transaction.payouts(ofPayee: nil, after: nil, limit: 100)
                .map { "\($0.id) \(names.day($0.created, of: "Grace").iso8601) \($0.amount)" }.joined()
            papers["ledger"] = try transaction.postings(after: 0, limit: 1_000).map(\.csv).joined()
            papers["notices"] = try transaction.notices(isWaiting: false, after: nil, limit: 1_000)
                .map { "\($0.title) \($0.body)" }.joined(separator: "\n")
            for donor in donors {
                papers["stated years of \(donor.email)"] = "\(try transaction.statedYears(of: donor))"
            }
            return papers
        }
    }
}

extension Transaction {
    fileprivate func statedYears(of donor: Donor) throws -> [DonorExport.StatementYear] {
        DonorExport(
            donor, gifts: try gifts(GiftQuery(donor: donor.id, limit: 1_000)), monthlyGifts: [], receipts: []
        ).statements
    }
}

extension Timestamp {
    /// Creates a timestamp from a literal in a test.
    init(at text: String) {
        guard let time = Timestamp(iso8601: text) else { preconditionFailure("\(text) is no moment") }
        self = time
    }
}
