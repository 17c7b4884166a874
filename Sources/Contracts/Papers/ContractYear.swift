import DatabaseKit
public import HTMLKit
public import MoneyKit
import PaymentCore
public import TimeKit

/// The money that a payee's account received in a year for one part of a contract.
public struct ContractEarning: Hashable, Sendable {
    /// The contract's id, `con_…`.
    public let contract: String
    /// The number of the part, starting at 1.
    public let part: Int
    /// The title of the milestone or, if there are no milestones, of the contract.
    public let title: String
    /// The payer's name.
    public let payerName: String
    /// The time in the report's year at which money for this part of the contract first entered or left the
    /// payee's account.
    public let released: Timestamp
    /// The money that the account received for this part of the contract during the year, minus refunds and
    /// lost disputes in the same year. Negative if the account returned more money than it received.
    public let amount: Money
}

/// A payee's earnings from contracts in a calendar year, in one currency.
public struct ContractYear: Hashable, Sendable {
    /// The year in the payee's time zone.
    public let year: Int
    /// The name of the payee.
    public let payeeName: String
    /// The earnings, oldest first.
    public let earnings: [ContractEarning]
    /// The sum of the earnings.
    public let total: Money
    /// The time when the earnings were read. Later refunds in the same year are not included.
    public let asOf: Timestamp
}

extension ContractService {
    /// Returns the money that a payee's account received from contracts in a calendar year, according to the
    /// ledger. A refund counts in the year when the ledger records it, so the report for a past year does not
    /// change.
    ///
    /// - Parameters:
    ///   - payee: The connected account, `acct_…`.
    ///   - name: The payee's name.
    ///   - calendar: The payee's calendar, which determines when the year begins and ends.
    /// - Returns: The earnings, or nil if the year is not in 1...9998.
    public func earnings(
        ofPayee payee: String, named name: String, inYear year: Int, by calendar: LocalCalendar,
        _ currency: Currency
    ) async throws -> ContractYear? {
        guard let moments = calendar.period(ofYear: year) else { return nil }
        let now = clock.now()
        var (found, last): ([ContractEarning], String?) = ([], nil)
        repeat {
            let cursor = last
            let page = try await database.read { transaction in
                let contracts = try transaction.contracts(ofPayee: payee, in: nil, after: cursor, limit: 100)
                return (
                    contracts.count < 100 ? nil : contracts.last?.id,
                    try contracts.flatMap { try Self.earnings(from: $0, in: moments, transaction) }
                )
            }
            last = page.0
            found += page.1.filter { $0.amount.currency == currency }
        } while last != nil
        found.sort { ($0.released, $0.contract, $0.part) < ($1.released, $1.contract, $1.part) }
        return ContractYear(
            year: year, payeeName: name, earnings: found,
            total: try Money.sum(found.map(\.amount), in: currency), asOf: now)
    }

    private static func earnings(
        from contract: Contract, in moments: Range<Timestamp>, _ transaction: Transaction
    ) throws -> [ContractEarning] {
        try contract.instalments.compactMap { instalment in
            guard let id = instalment.payment, let payment = try transaction.payment(id) else { return nil }
            // Both accounts have credit balances. Collecting a debt only moves money between them.
            let accounts = [LedgerAccount.payee(payment.payee), .receivable(payment.payee)]
            let moves = try transaction.postings(ofPayment: id, limit: 1000).filter {
                moments.contains($0.time)
            }
            .map { booked in
                let entries = booked.posting.entries.filter { accounts.contains($0.account) }
                return (time: booked.time, minor: -entries.reduce(0) { $0 + $1.amount.minorUnits })
            }
            .filter { $0.minor != 0 }
            let minor = moves.reduce(0) { $0 + $1.minor }
            guard let first = moves.first, minor != 0 else { return nil }
            return ContractEarning(
                contract: contract.id, part: instalment.number,
                title: contract.terms.title(ofPart: instalment.number),
                payerName: contract.terms.payer.name, released: first.time,
                amount: Money(minor, payment.total.currency))
        }
    }
}

extension Paper {
    /// Lays out a year of contract earnings for reading or printing.
    ///
    /// - Parameters:
    ///   - mark: A sentence printed above and below the report.
    ///   - calendar: The payee's calendar.
    public static func contractYear(_ report: ContractYear, mark: String, calendar: LocalCalendar) -> Paper {
        let rows = report.earnings.map { earning in
            [
                calendar.date(of: earning.released).iso8601, "\(earning.contract)-\(earning.part)",
                earning.title, earning.payerName, earning.amount.onPaper,
            ]
        }
        return Paper(
            "Earnings from contracts in \(report.year)", mark: mark,
            [
                .facts([Fact("Payee", report.payeeName), Fact("As of", report.asOf.iso8601)]),
                .table(
                    heading: "Received", head: ["Date", "Invoice", "For", "Payer", "Amount"], rows: rows,
                    sum: ["", "", "Total", "", report.total.onPaper]),
            ])
    }
}
