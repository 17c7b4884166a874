public import MoneyKit
import PaymentCore
public import TextKit
public import TimeKit

/// What a payee received for contracts in a period, part by part: the money that is on the payee's account.
public struct ContractEarning: Hashable, Sendable {
    /// `con_…`
    public let contract: String
    /// The number of the part, from 1 on.
    public let part: Int
    /// The title of the part.
    public let title: String
    /// Who paid.
    public let payerName: String
    /// When it went to the payee's account.
    public let released: Timestamp
    /// The payee's share, without what went back.
    public let amount: Money
}

/// A payee's earnings from contracts in a calendar year, in one currency.
public struct ContractYear: Hashable, Sendable {
    /// The year, by the payee's clock.
    public let year: Int
    /// The name of the payee.
    public let payeeName: String
    /// The oldest first.
    public let earnings: [ContractEarning]
    /// Their sum.
    public let total: Money
    /// When they were read. A refund after that lowers them.
    public let asOf: Timestamp
}

extension ContractService {
    /// A payee's earnings from contracts in a calendar year: what went to its account in it.
    ///
    /// - Parameters:
    ///   - payee: `acct_…`
    ///   - name: The payee's name.
    ///   - calendar: The payee's clock.
    /// - Returns: nil outside of the years 1...9998.
    public func earnings(
        ofPayee payee: String, named name: String, inYear year: Int, by calendar: LocalCalendar,
        _ currency: Currency
    ) async throws -> ContractYear? {
        guard let moments = calendar.period(ofYear: year) else { return nil }
        let now = clock.now()
        var (found, last): ([ContractEarning], String?) = ([], nil)
        repeat {
            let behind = last
            let page = try await units.read { unit in
                let contracts = try unit.contracts(ofPayee: payee, in: nil, behind: behind, limit: 100)
                return (
                    contracts.count < 100 ? nil : contracts.last?.id,
                    try contracts.flatMap { try Self.earnings(from: $0, in: moments, unit) }
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
        from contract: Contract, in moments: Range<Timestamp>, _ unit: Units.Unit
    ) throws -> [ContractEarning] {
        try contract.instalments.compactMap { instalment in
            guard instalment.settlement == .released, let id = instalment.payment,
                let payment = try unit.payment(id),
                let release = try unit.releases(ofPayment: id).first(where: { $0.transfer != nil }),
                moments.contains(release.created)
            else { return nil }
            let left = payment.total.minorUnits - payment.feeBaseMinor
            let share = left - (payment.applicationFeeMinor - payment.feeReturnedMinor)
            return ContractEarning(
                contract: contract.id, part: instalment.number,
                title: contract.terms.title(ofPart: instalment.number),
                payerName: contract.terms.payer.name, released: release.created,
                amount: Money(share, payment.total.currency))
        }
    }
}

extension Paper {
    /// A year of earnings to read or print.
    ///
    /// - Parameters:
    ///   - mark: The sentence above and below it.
    ///   - calendar: The payee's clock.
    public static func contractYear(_ report: ContractYear, mark: String, calendar: LocalCalendar) -> Paper {
        let rows = report.earnings.map { earning in
            [
                calendar.date(of: earning.released).iso8601, "\(earning.contract)-\(earning.part)",
                earning.title, earning.payerName, earning.amount.onPaper,
            ]
        }
        return Paper(
            "Earnings from contracts \(report.year)", mark: mark,
            [
                .facts([Fact("Payee", report.payeeName), Fact("As of", report.asOf.iso8601)]),
                .table(
                    heading: "Received", head: ["Date", "Invoice", "For", "Payer", "Amount"], rows: rows,
                    sum: ["", "", "Total", "", report.total.onPaper]),
            ])
    }
}
