import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import ServerKit
import TimeKit

extension AdminVisit {
    /// How many stand on a page of a list.
    private static var pageSize: Int { 50 }

    func monthly() async throws -> PageAnswer {
        let after = fields["after"]
        let page = try await books.read { transaction in
            let found = try transaction.recurringGifts(behind: after, limit: Self.pageSize + 1)
            return AdminMonthlyPage(
                organization: transaction.organization, gifts: Array(found.prefix(Self.pageSize)),
                hasMore: found.count > Self.pageSize, funds: try transaction.funds())
        }
        return frame.page(page)
    }

    func payouts() async throws -> PageAnswer {
        let after = fields["after"]
        let page = try await books.read { transaction in
            let found = try transaction.payouts(behind: after, limit: Self.pageSize + 1)
            return PayoutsPage(
                organization: transaction.organization, payouts: Array(found.prefix(Self.pageSize)),
                hasMore: found.count > Self.pageSize, balanceMinor: try transaction.balanceMinor(),
                owedMinor: try transaction.owedMinor())
        }
        return frame.page(page)
    }

    func payout(_ id: String) async throws -> PageAnswer {
        let (match, gifts) = try await books.match(payout: id)
        return frame.page(PayoutPage(organization: organization, match: match, gifts: gifts))
    }

    func statements() async throws -> PageAnswer {
        let (after, year) = (fields["after"], year)
        let page = try await books.read { transaction in
            let found = try transaction.givers(behind: after, limit: Self.pageSize + 1)
            return AdminStatementsPage(
                organization: transaction.organization, year: year,
                givers: found.prefix(Self.pageSize).map {
                    AdminStatementsPage.Row(donor: $0.donor, totals: $0.totals)
                },
                hasMore: found.count > Self.pageSize)
        }
        return frame.page(page)
    }

    func statement(of donor: String) async throws -> PageAnswer {
        .page(status: 200, StatementText(try await books.statement(of: donor, year: year)).document)
    }

    /// The year that is asked for; else this one.
    private var year: Int {
        let wanted = fields["year"].flatMap(Int.init)
        return wanted.flatMap { Statement.years.contains($0) ? $0 : nil }
            ?? organization.calendar.date(of: books.now).year
    }
}
