public import DatabaseKit
public import PaymentCore
import TimeKit

extension Transaction {
    /// Returns the open disputes and inquiries about an organization's gifts, oldest first.
    public func openDisputes(ofOrganization organization: String, limit: Int) throws -> [PaymentDispute] {
        // The concatenation prevents the use of the organization's index, which has many more rows than there are
        // open disputes.
        try all(
            """
            SELECT payment_dispute.body AS body FROM payment_dispute
            JOIN gift ON gift.payment = payment_dispute.payment
            WHERE payment_dispute.state IN ('open', 'inquiry') AND gift.organization || '' = ?
            ORDER BY payment_dispute.id LIMIT ?
            """, [organization, limit])
    }
}

extension Transaction {
    /// Counts an organization's new and returning donors in a month (see ``DonorActivity``).
    ///
    /// A gift counts on the day on which it was made. Gifts that were not paid, were refunded in full or are
    /// disputed do not count.
    public func donorActivity(ofOrganization organization: String, in periods: DonorPeriods) throws
        -> DonorActivity
    {
        // Ids begin with the second in which the gift was made, so times are bounds of ids.
        let first = Identifiers.first("gift", at: periods.month.lowerBound)
        let end = Identifiers.first("gift", at: periods.month.upperBound)
        let previous = Identifiers.first("gift", at: periods.previous.lowerBound)
        // For each donor of the month, finds the latest earlier gift. The index of donors is fast for this. The
        // concatenation prevents the use of the organization's index.
        let found = try one(
            """
            SELECT COUNT(*) AS givers, COUNT(earlier) AS known, COUNT(CASE WHEN earlier < ?4 THEN 1 END) AS returned
            FROM (
              SELECT (
                SELECT gift.id FROM gift
                WHERE gift.donor = giver.donor AND gift.organization || '' = ?1 AND gift.id < ?2
                  AND gift.status IN ('succeeded', 'partially_refunded')
                ORDER BY gift.id DESC LIMIT 1) AS earlier
              FROM (
                SELECT DISTINCT donor FROM gift WHERE organization = ?1 AND id >= ?2 AND id < ?3
                  AND status IN ('succeeded', 'partially_refunded') AND donor IS NOT NULL) AS giver) AS found
            """, [organization, first, end, previous]
        ) { row -> DonorActivity in
            let (givers, known): (Int, Int) = (row[0], row[1])
            return DonorActivity(new: givers - known, returning: row[2])
        }
        return found ?? DonorActivity(new: 0, returning: 0)
    }

    /// Returns the number of an organization's donors whose latest gift was paid in the period
    /// ``DonorPeriods/lapsed``. Donors who have only unpaid or fully refunded gifts are not counted.
    public func lapsedDonorCount(ofOrganization organization: String, in periods: DonorPeriods) throws -> Int
    {
        try value(
            """
            SELECT COUNT(*) FROM (
              SELECT donor FROM donor_total WHERE organization = ? GROUP BY donor
              HAVING MAX(last) >= ? AND MAX(last) < ? AND SUM(gifts) > 0) AS giver
            """,
            [organization, periods.lapsed.lowerBound.seconds, periods.lapsed.upperBound.seconds]) ?? 0
    }
}
