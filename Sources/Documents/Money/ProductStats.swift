package import Contracts
package import DatabaseKit
package import Giving
import MoneyKit
import Payees
package import PaymentCore
import TextKit

/// The contract and payment counts of one organization or of all organizations.
package struct ProductStats: Sendable {
    /// The number of contracts in each state.
    package let contracts: [ContractStatus: Int]
    /// The number of payments, by product and state.
    package let payments: [PaymentCount]

    /// Reads the contract and payment counts of an organization and its payees, or of all organizations if
    /// `organization` is nil. Charges for plans are included only if `organization` is nil, because they
    /// belong to the platform.
    package init(
        of organization: Organization?, in transaction: Transaction
    ) throws {
        guard let organization else {
            contracts = try transaction.contractCounts(ofPayee: nil)
            payments = try transaction.paymentCounts(ofPayees: nil)
            return
        }
        contracts = try organization.account.map { try transaction.contractCounts(ofPayee: $0) } ?? [:]
        payments = try transaction.paymentCounts(
            ofPayees: [organization.account].compactMap(\.self)
                + transaction.payeeAccounts(of: organization.id))
    }
}

/// The gift, contract and payment counts of one organization or of all organizations.
package struct CombinedStats: Documented {
    package let gifts: GiftStats
    package let products: ProductStats

    /// Reads the gift, contract and payment counts of an organization, or of all organizations if
    /// `organization` is nil.
    package init(of organization: Organization?, in transaction: Transaction) throws {
        gifts = try GiftStats(of: organization, in: transaction)
        products = try ProductStats(of: organization, in: transaction)
    }

    package static let fields = DocumentFields<CombinedStats>("stats") {
        Field("org") { $0.gifts.organization }
        Field("gifts", "the number of gifts in each status", counts: \.gifts.counts)
        Field("tried", "the number of gifts with a final result") { $0.gifts.tried }
        Field("declined", "the number of gifts that were declined") { $0.gifts.declined }
        Field(
            "decline_basis_points",
            "the share of declined gifts in hundredths of a percent; null if no gift has a final result"
        ) { $0.gifts.declineBasisPoints }
        Field("decline_rate_high", "whether more than 5% of the gifts with a final result were declined") {
            $0.gifts.isDeclineRateHigh
        }
        Field("refused", "the number of gifts that failed before any card was tried") { $0.gifts.refused }
        Field("funds", each: fund) { $0.gifts.totals }
        Field("contracts", "the number of contracts in each status", counts: \.products.contracts)
        Field("payments", each: payment) { $0.products.payments }
    }

    private static let fund = DocumentFields<(organization: String, total: FundTotal)> {
        Field("org") { $0.organization }
        Field("fund") { $0.total.fund }
        Field(
            "amount_minor",
            "gifts minus refunds; covered fees are not included, and other fees are not deducted"
        ) { $0.total.amount.minorUnits }
        Field("currency") { $0.total.amount.currency.code }
        Field("gifts") { $0.total.gifts }
    }

    private static let payment = DocumentFields<PaymentCount> {
        Field("product", "gift, contract, job, dependent_fee or plan") { $0.kind }
        Field("state") { $0.state }
        Field("count", .number(0 ... .max)) { $0.count }
    }
}
