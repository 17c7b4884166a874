// The methods are documented where they are promised, in `DonorRecords.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB
public import MoneyKit
public import TimeKit

extension DatabaseUnit: DonorRecords {
    public func save(_ donor: Donor) throws {
        try run(
            """
            INSERT INTO donor (id, email, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET email = excluded.email, body = excluded.body
            """, [donor.id, EmailAddress(donor.email)?.key ?? donor.email, try document(donor)])
    }

    /// Keeps by which words the organization of a gift finds who gave it.
    func keepWords(of gift: Gift) throws {
        guard let donor = gift.donor, let giver = gift.giver else { return }
        for word in NameWords.of(giver.name) {
            try run(
                "INSERT OR IGNORE INTO donor_word (organization, word, donor) VALUES (?, ?, ?)",
                [gift.organization, word, donor])
        }
    }

    public func donors(named name: String, organization: String, limit: Int) throws -> [String] {
        let words = NameWords.of(name)
        guard !words.isEmpty else { return [] }
        let have = Array(
            repeating: """
                SELECT DISTINCT donor FROM donor_word WHERE organization = ? AND word >= ? AND word < ?
                """, count: words.count)
        var arguments: StatementValues = []
        for word in words { arguments += [organization, word, word + "\u{10FFFF}"] }
        return try all(
            "\(have.joined(separator: " INTERSECT ")) ORDER BY donor DESC LIMIT ?", arguments + [limit]
        ).map { $0["donor"] }
    }

    public func donor(_ id: String) throws -> Donor? {
        if let donor = try first(Donor.self, "SELECT body FROM donor WHERE id = ?", [id]) { return donor }
        return try first(
            Donor.self,
            """
            SELECT donor.body AS body FROM donor_merged JOIN donor ON donor.id = donor_merged.kept
            WHERE donor_merged.donor = ?
            """, [id])
    }

    public func donor(email: EmailAddress) throws -> Donor? {
        try firstSteady(Donor.self, "SELECT body FROM donor WHERE email = ?", [email.key])
    }

    public func donors(beginning prefix: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM donor WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
            [prefix, prefix + "~", limit]
        ).map { $0["id"] }
    }

    public func donors(organization: String?, behind id: String?, limit: Int) throws -> [Donor] {
        let behind = id ?? "~"
        guard let organization else {
            return try all(
                Donor.self, "SELECT body FROM donor WHERE id < ? ORDER BY id DESC LIMIT ?", [behind, limit])
        }
        return try all(
            Donor.self,
            """
            SELECT body FROM donor WHERE id IN (
              SELECT DISTINCT donor FROM donor_total WHERE organization = ? AND donor < ?
              ORDER BY donor DESC LIMIT ?)
            ORDER BY id DESC
            """, [organization, behind, limit])
    }

    public func totals(ofDonor donor: String) throws -> [DonorTotal] {
        try all(
            """
            SELECT organization, currency, amount, gifts, last, name, phone FROM donor_total WHERE donor = ?
            ORDER BY organization, currency
            """, [donor]
        ).map { row in
            DonorTotal(
                organization: row["organization"],
                amount: Money(row["amount"], try Currency(row["currency"] as String)), gifts: row["gifts"],
                last: Timestamp(seconds: row["last"]), name: row["name"], phone: row["phone"])
        }
    }

    public func addToTotal(
        ofDonor donor: String, as giver: Giver, organization: String, currency: Currency, minor: Int64,
        gifts: Int, paid: Timestamp
    ) throws {
        try run(
            """
            INSERT INTO donor_total (donor, organization, currency, amount, gifts, last, name, phone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (donor, organization, currency) DO UPDATE SET
              amount = amount + excluded.amount, gifts = gifts + excluded.gifts, last = MAX(last, excluded.last),
              name = CASE WHEN excluded.last < last THEN name ELSE excluded.name END,
              phone = CASE WHEN excluded.last < last THEN phone ELSE excluded.phone END
            """,
            [
                donor, organization, currency.code, minor, gifts, paid.seconds, giver.name, giver.phone,
            ])
    }

    public func removeDonor(_ id: String) throws {
        try run("DELETE FROM donor WHERE id = ?", [id])
        try run("DELETE FROM donor_word WHERE donor = ?", [id])
        try run("DELETE FROM donor_total WHERE donor = ?", [id])
        try run("DELETE FROM donor_merged WHERE kept = ?", [id])
    }
}
