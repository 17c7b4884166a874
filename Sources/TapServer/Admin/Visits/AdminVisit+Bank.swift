import Giving
import MoneyKit
import PaymentCore
import ServerKit

extension AdminVisit {
    /// How many payouts are explained on one page: each is some questions to the processor.
    private static var mostExplained: Int { 31 }

    func askStatement() -> PageAnswer { bankPage(BankEntry(), nil) }

    /// Holds what was pasted against the payouts. A form of its own does it, since an address is no place for a
    /// statement; nothing is kept, and nothing changes.
    func matchStatement() async throws -> PageAnswer {
        let entered = BankEntry(
            statement: fields.typed("statement") ?? "", order: fields["order"] ?? "",
            decimal: fields["decimal"] ?? "", date: fields["date"] ?? "", amount: fields["amount"] ?? "")
        let (organization, layout) = (organization, entered.layout)
        let statement: BankStatement
        do {
            statement = try BankStatement(
                csv: Array(entered.statement.utf8), currency: organization.currency, layout: layout)
        } catch {
            return bankPage(entered, StaffSentence.of(error))
        }
        let found = try await books.read { transaction in
            let payouts = try statement.payouts(within: DepositMatch.usualDays) {
                try transaction.payouts(behind: $0, limit: $1)
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

    private func bankPage(_ entered: BankEntry, _ complaint: String?) -> PageAnswer {
        return frame.page(
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
