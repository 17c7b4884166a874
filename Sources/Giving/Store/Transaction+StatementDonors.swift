import DatabaseKit
import PaymentCore
import TimeKit

/// A donor in a list of statements.
struct StatementDonor: Hashable {
    /// The donor's id.
    let id: String
    /// The name that the donor entered with the latest gift to the organization, in any year.
    let name: String
}

extension Transaction {
    /// Returns a page of the donors who may have statement lines in a year, sorted by name.
    ///
    /// Some of these donors have no line, for example a donor whose only gift was refunded in full.
    ///
    /// - Parameters:
    ///   - days: The days of the year.
    ///   - donor: The id of the last donor on the previous page, or nil to start with the first donor.
    ///   - limit: The maximum number of donors.
    func statementDonors(
        ofOrganization organization: String, on days: ClosedRange<CalendarDate>, after donor: String?,
        limit: Int
    ) throws -> [StatementDonor] {
        // Ids begin with the second in which the gift was made or the change was recorded. No time zone differs from
        // UTC by more than 14 hours, so these bounds include the year in any time zone.
        let start = days.lowerBound.startOfDay.adding(seconds: -14 * 3_600)
        let end = days.upperBound.startOfDay.adding(seconds: 38 * 3_600)
        let last = try donor.flatMap { try statementName(ofDonor: $0, organization: organization) }
        // A gift that was made before the year and paid in the year is found by its receipt.
        return try all(
            """
            SELECT donor, name FROM (
              SELECT found.donor AS donor, COALESCE((
                SELECT donor_total.name FROM donor_total
                WHERE donor_total.donor = found.donor AND donor_total.organization = ?1
                ORDER BY donor_total.last DESC, donor_total.currency LIMIT 1), '') AS name
              FROM (
                SELECT donor FROM gift WHERE organization = ?1 AND id >= ?2 AND id < ?3 AND donor IS NOT NULL
                  AND status IN ('succeeded', 'partially_refunded', 'refunded', 'disputed')
                UNION
                SELECT donor FROM receipt WHERE organization = ?1 AND year = ?4 AND donor IS NOT NULL
                UNION
                SELECT donor FROM late_change
                WHERE organization = ?1 AND id >= ?5 AND id < ?6 AND donor IS NOT NULL) AS found) AS giver
            WHERE (lower(name), donor) > (lower(?7), ?8)
            ORDER BY lower(name), donor LIMIT ?9
            """,
            [
                organization, Identifiers.first("gift", at: start), Identifiers.first("gift", at: end),
                days.lowerBound.year, Identifiers.first("late", at: start),
                Identifiers.first("late", at: end),
                last ?? "", donor ?? "", limit,
            ]
        ) { row in StatementDonor(id: row[0], name: row[1]) }
    }

    /// Returns the name by which ``statementDonors(ofOrganization:on:after:limit:)`` sorts a donor, or nil if
    /// no total is stored for the donor and the organization.
    private func statementName(ofDonor donor: String, organization: String) throws -> String? {
        try value(
            """
            SELECT name FROM donor_total WHERE donor = ? AND organization = ?
            ORDER BY last DESC, currency LIMIT 1
            """, [donor, organization])
    }
}
