import Giving
import ServerKit
import StaffAccess
import TimeKit

extension AdminRequestContext {
    func funds() async throws -> PageResponse {
        let today = organization.calendar.date(of: books.now)
        let year = (CalendarDate(year: today.year, month: 1, day: 1) ?? today)...today
        let month = (CalendarDate(year: today.year, month: today.month, day: 1) ?? today)...today
        let mayChange = frame.permits(.change)
        let page = try await books.read { transaction in
            FundsPage(
                organization: transaction.organization, funds: try transaction.funds(),
                totals: try transaction.fundTotals(), month: try transaction.fundTotals(on: month),
                year: try transaction.fundTotals(on: year), yearNumber: today.year, mayChange: mayChange)
        }
        return frame.page(page.title, try page.body())
    }

    func askNewFund() -> PageResponse { newFundPage(NewFundPage.Entry(), complaint: nil) }

    /// Adds a fund. If the same form is submitted twice, the fund is added only once, and both requests get
    /// the same response.
    func addFund() async throws -> PageResponse {
        let entry = NewFundPage.Entry(
            id: fields["id"] ?? "", name: fields["name"] ?? "", offersOneTime: fields.isTicked("single"),
            offersMonthly: fields.isTicked("monthly"))
        do {
            try await books.changeFunds { transaction, organization, now in
                _ = try transaction.addFund(
                    entry.id, name: entry.name, to: organization, offersOneTime: entry.offersOneTime,
                    offersMonthly: entry.offersMonthly, at: now)
            }
        } catch let error as DirectoryError {
            let known = try await books.read { try $0.funds() }.first { $0.id == entry.id }
            guard error.code == .taken, known.map(NewFundPage.Entry.init) == entry else {
                return newFundPage(entry, complaint: refusal(error), refused: error.field)
            }
        }
        return .redirect(to: address(.funds))
    }

    /// Returns the page with the forms that change a fund.
    func askFund(_ id: String) async throws -> PageResponse {
        try await fundPage(id, typed: nil, complaint: nil)
    }

    /// Renames, closes or reopens a fund. If two requests conflict, the later one takes effect.
    func changeFund(_ id: String) async throws -> PageResponse {
        guard let action = FundPage.Action(fields) else { throw ProblemPage.staleForm }
        let (name, successor) = (fields["name"] ?? "", fields["successor"])
        do {
            try await books.changeFunds { transaction, organization, now in
                switch action {
                case .rename: _ = try transaction.renameFund(id, of: organization, to: name, at: now)
                case .close:
                    _ = try transaction.closeFund(
                        id, of: organization, successor: successor, at: now)
                case .reopen: _ = try transaction.reopenFund(id, of: organization, at: now)
                }
            }
        } catch let error as DirectoryError {
            return try await fundPage(
                id, typed: action == .rename ? name : nil, complaint: refusal(error))
        }
        return .redirect(to: address(.funds))
    }

    private func newFundPage(
        _ entry: NewFundPage.Entry, complaint: String?, refused: DirectoryError.Field? = nil
    ) -> PageResponse {
        frame.page(
            NewFundPage(
                organization: organization, formToken: frame.token, entry: entry, complaint: complaint,
                refused: refused))
    }

    private func fundPage(_ id: String, typed: String?, complaint: String?) async throws -> PageResponse {
        let funds = try await books.read { try $0.funds() }
        guard let fund = funds.first(where: { $0.id == id }) else { throw ProblemPage.noAdminPage }
        return frame.page(
            FundPage(
                organization: organization, fund: fund, others: funds.filter { $0.isOpen && $0.id != id },
                formToken: frame.token, typed: typed, complaint: complaint))
    }
}
