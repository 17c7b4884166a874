import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import ServerKit
import StaffAccess
import TimeKit
import TokenKit

extension AdminRequestContext {
    /// The maximum number of rows on a page of a list.
    private static let pageSize = 50

    func monthly() async throws -> PageResponse {
        let after = try fields.cursor("rec")
        let page = try await books.read { transaction in
            let found = try transaction.recurringGifts(after: after, limit: Self.pageSize + 1)
            return AdminMonthlyPage(
                organization: transaction.organization, gifts: Array(found.prefix(Self.pageSize)),
                hasMore: found.count > Self.pageSize, funds: try transaction.funds())
        }
        return frame.page(page)
    }

    func payouts() async throws -> PageResponse {
        let answer: HTML? =
            switch fields["paid"] {
            case nil: nil
            case "none":
                .status(
                    "Nothing is available yet. Gifts become available a few days after they are paid.")
            case "unknown":
                .status(
                    """
                    The processor has not confirmed the last payout yet. The server asks again until it knows the \
                    outcome. Nothing is paid out twice. Reload this page in a minute.
                    """)
            case .some:
                .status(
                    "The available balance is being paid out. The newest payout is the first in the list.")
            }
        return try await payoutsPage(answer: answer ?? .empty)
    }

    /// Pays out the available balance to the bank, and redirects to the list of payouts. If the payout is
    /// refused, returns the list with an error message.
    ///
    /// If the form is submitted twice, the second request pays out only money that became available after the
    /// first one.
    func payOut() async throws -> PageResponse {
        do {
            let made = try await books.payOut()
            return .redirect(to: address(.payouts) + (made.isEmpty ? "?paid=none" : "?paid=1"))
        } catch let error as PaymentError where error.code != .outcomeUnknown {
            return try await payoutsPage(answer: .complaint(refusal(error)), status: 422)
        } catch is PaymentError {
            // The request is stored, and repeated until its outcome is known.
            return .redirect(to: address(.payouts) + "?paid=unknown")
        }
    }

    private func payoutsPage(answer: HTML, status: Int = 200) async throws -> PageResponse {
        let (after, formToken) = (fields["after"], frame.permits(.change) ? frame.token : nil)
        let page = try await books.read { transaction in
            if let after, try transaction.payout(after) == nil { throw ProblemPage.unknownPlace(after) }
            let found = try transaction.payouts(after: after, limit: Self.pageSize + 1)
            return PayoutsPage(
                organization: transaction.organization, payouts: Array(found.prefix(Self.pageSize)),
                hasMore: found.count > Self.pageSize, balanceMinor: try transaction.balanceMinor(),
                owedMinor: try transaction.owedMinor(), formToken: formToken, answer: answer)
        }
        return frame.page(page, status: status)
    }

    func payout(_ id: String) async throws -> PageResponse {
        let (match, gifts) = try await books.match(payout: id)
        return frame.page(PayoutPage(organization: organization, match: match, gifts: gifts))
    }

    func statements() async throws -> PageResponse {
        let (after, year) = (try fields.cursor("donor"), try year)
        let page = try await books.read { transaction in
            let found = try transaction.statementTotals(year: year, after: after, limit: Self.pageSize + 1)
            return AdminStatementsPage(
                organization: transaction.organization, year: year,
                totals: Array(found.prefix(Self.pageSize)),
                hasMore: found.count > Self.pageSize)
        }
        return frame.page(page)
    }

    /// Returns a donor's statement as a page or, if the path ends in `.pdf`, as a PDF file.
    func statement(of file: String) async throws -> PageResponse {
        let stem = PDFPath.stem(of: file)
        let donor = stem ?? file
        let statement = try await books.statement(of: donor, year: try year)
        guard stem == nil else { return try .pdf(of: statement, forStaffOf: donor) }
        return PageFrame().paper(
            StatementText(statement).document,
            backTo: organization.adminPath(.statements) + "?year=\(statement.year)", "Back to the statements",
            pdf: PDFPath.of(
                organization.adminPath(.statement(donor: donor)), query: "?year=\(statement.year)"),
            signOut: frame.signOutForm)
    }

    /// Returns the valid receipt of a gift as a PDF file.
    func receipt(ofGift id: String) async throws -> PageResponse {
        let receipt = try await books.existing { transaction in
            try transaction.story(ofGift: id)?.receipts.last { $0.state == .issued }
        }
        return try .pdf(of: receipt, isForStaff: true)
    }

    /// The requested year; the current year if none is requested.
    private var year: Int {
        get throws(ProblemPage) {
            let today = organization.calendar.date(of: books.now)
            let remedy = "Enter a year such as \(today.year)."
            return try fields.value("year", as: "a year with statements", remedy: remedy) { text in
                Int(text).flatMap { Statement.years.contains($0) ? $0 : nil }
            } ?? today.year
        }
    }

    /// The maximum number of payouts that a page shows with their amounts per fund. Determining the funds of
    /// one payout takes several requests to the processor.
    private static let mostExplained = 31

    /// Returns the form for a bank statement or, if the address contains the token of a submitted statement,
    /// the result for that statement. If the statement is no longer kept, returns the form with an
    /// explanation.
    func askStatement() async throws -> PageResponse {
        guard let token = fields[KeptStatements.name] else { return bankPage(BankEntry(), nil) }
        guard let entered = statements?.read(token, of: streams.owner) else {
            return bankPage(
                BankEntry(), "This result is no longer available. Choose the file or paste the text again.")
        }
        return try await matchResult(entered)
    }

    /// Matches a submitted bank statement with the payouts, without changing anything. If this server can
    /// keep the statement, redirects to the address of the result. Otherwise, returns the result, or the form
    /// with an error message.
    ///
    /// The form uses POST because a statement must not be part of a URL.
    func matchStatement() async throws -> PageResponse {
        let entered = BankEntry(fields)
        guard let statements, (try? bankStatement(entered)) != nil else {
            return try await matchResult(entered)
        }
        let token = statements.keep(entered, of: streams.owner, random: random)
        return .redirect(to: "\(address(.bank))?\(KeptStatements.name)=\(token.text)")
    }

    /// Reads a submitted statement. Returns nil if nothing was submitted.
    private func bankStatement(_ entered: BankEntry) throws(BankError) -> BankStatement? {
        guard let bytes = entered.bytes else { return nil }
        return try BankStatement(csv: bytes, currency: organization.currency, layout: entered.layout)
    }

    private func matchResult(_ entered: BankEntry) async throws -> PageResponse {
        let organization = organization
        let statement: BankStatement
        do {
            guard let read = try bankStatement(entered) else {
                return bankPage(entered, "Choose a CSV file, or paste the text of the statement.")
            }
            statement = read
        } catch {
            let isShown = entered.file == nil || !entered.again.statement.isEmpty
            let next = isShown ? "" : " Choose the file again."
            return bankPage(entered.again, StaffSentence.of(error) + next)
        }
        let found = try await books.read { transaction in
            let payouts = try statement.payouts(within: DepositMatch.usualDays) {
                try transaction.payouts(after: $0, limit: $1)
            }
            return DepositMatch(
                statement, payouts: payouts, descriptor: organization.statementDescriptor,
                days: DepositMatch.usualDays)
        }
        var shares: [String: [PayoutShare]] = [:]
        for pair in found.pairs.prefix(Self.mostExplained) {
            let (match, gifts) = try await books.match(payout: pair.payout.id)
            shares[pair.payout.id] = match.shares(gifts: gifts)
        }
        return frame.page(
            BankResultPage(
                organization: organization, statement: statement, found: found, shares: shares))
    }

    private func bankPage(_ entered: BankEntry, _ complaint: String?) -> PageResponse {
        frame.page(
            BankPage(
                organization: organization, formToken: frame.token, entered: entered, complaint: complaint))
    }
}

extension StaffSentence {
    static func of(_ error: BankError) -> String {
        let what = "Line \(error.line): \(error.summary)"
        return "\(error.reason.isEmpty ? what : "\(what): \(error.reason)"). \(error.remedy.capital)."
    }
}
