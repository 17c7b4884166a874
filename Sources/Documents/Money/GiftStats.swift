package import DatabaseKit
package import Giving

/// The gift counts and fund totals of one organization or of all organizations.
package struct GiftStats: Sendable {
    /// The organization's id. If nil, gifts to all organizations are counted.
    package let organization: String?
    /// The numbers of gifts, keyed by status.
    package let counts: [Gift.Status: Int]
    /// The number of gifts that failed although no card was declined, for example because the payment method
    /// does not exist.
    package let refused: Int
    /// The fund totals, ordered by organization and fund.
    package let totals: [(organization: String, total: FundTotal)]

    package init(of organization: Organization?, in transaction: Transaction) throws {
        self.organization = organization?.id
        counts = try transaction.giftCounts(ofOrganization: organization?.id)
        refused = try transaction.refusedGiftCount(ofOrganization: organization?.id)
        let ids = try organization.map { [$0.id] } ?? transaction.allOrganizations().map(\.id)
        totals = try ids.flatMap { id in try transaction.fundTotals(ofOrganization: id).map { (id, $0) } }
    }

    /// The number of gifts that failed because a card was declined.
    package var declined: Int { (counts[.failed] ?? 0) - refused }

    /// The number of gifts from which the decline rate is computed: declined gifts and paid gifts, including
    /// paid gifts that were refunded or disputed later.
    package var tried: Int {
        let paid: [Gift.Status] = [.succeeded, .refunded, .partiallyRefunded, .disputed]
        return paid.reduce(declined) { $0 + (counts[$1] ?? 0) }
    }

    /// The decline rate: the number of declined gifts divided by ``tried``, in basis points, rounded down.
    /// Nil if ``tried`` is zero.
    package var declineBasisPoints: Int? { tried > 0 ? declined * 10_000 / tried : nil }

    /// Whether the decline rate is higher than 5%. A rate this high suggests card testing or a bug in this
    /// program.
    package var isDeclineRateHigh: Bool { declined * 100 > tried * 5 }
}
