public import DatabaseKit
import MoneyKit
import PaymentCore
import TimeKit

extension Transaction {
    /// Returns the donor with this id.
    ///
    /// - Throws: ``DirectoryError`` with code `notFound`.
    func existingDonor(_ id: String) throws -> Donor {
        if let donor = try donor(id) { return donor }
        throw DirectoryError(
            .init(
                .notFound, .donor, "there is no donor \(id.quoted)",
                reason: "the id is wrong, or the donor's data was erased",
                remedy: "Check the list of donors."))
    }

    /// Inserts or updates a donor.
    ///
    /// - Throws: A database error if another donor has the same address.
    public func save(_ donor: Donor) throws {
        changed(donor.id)
        try run(
            """
            INSERT INTO donor (id, email, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET email = excluded.email, body = excluded.body
            """, [donor.id, EmailAddress(donor.email)?.key ?? donor.email, document(donor)])
    }

    /// Makes this transaction conflict with any concurrent transaction that changes or removes the donor. One
    /// of the two transactions then runs again. Does nothing on SQLite, which runs one transaction at a time.
    func touch(_ donor: Donor) throws {
        guard slots != nil else { return }
        try run("UPDATE donor SET id = id WHERE id = ?", [donor.id])
    }

    /// Adds the words of the donor's name to the search index, so that the gift's organization can find the
    /// donor.
    func keepWords(of gift: Gift) throws {
        guard let donor = gift.donor, let giver = gift.giver else { return }
        let words = NameWords.of(giver.name)
        guard !words.isEmpty else { return }
        let rows = Array(repeating: "(?, ?, ?)", count: words.count).joined(separator: ", ")
        var values: StatementValues = []
        for word in words { values += [gift.organization, word, donor] }
        try run(
            """
            INSERT INTO donor_word (organization, word, donor) VALUES \(rows)
            ON CONFLICT (organization, word, donor) DO NOTHING
            """, values)
    }

    /// Returns the ids of an organization's donors whose names match a search, newest first.
    ///
    /// Each word of the search must be the beginning of a word in the donor's names. Case and accents are
    /// ignored. Names from unpaid gifts are also searched.
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

    /// Returns the donor with this id. If that donor was merged into another donor, returns the other donor.
    /// Returns nil if the id is unknown.
    public func donor(_ id: String) throws -> Donor? {
        if let donor: Donor = try firstCached("SELECT body FROM donor WHERE id = ?", [id]) {
            return donor
        }
        return try first(
            """
            SELECT donor.body AS body FROM donor_merged JOIN donor ON donor.id = donor_merged.kept
            WHERE donor_merged.donor = ?
            """, [id])
    }

    /// Returns the donor with this e-mail address, or nil. Addresses are compared by their
    /// ``EmailAddress/key``.
    public func donor(email: EmailAddress) throws -> Donor? {
        try firstCached("SELECT body FROM donor WHERE email = ?", [email.key])
    }

    /// Returns the donor ids that start with a given prefix, in order.
    public func donors(beginning prefix: String, limit: Int) throws -> [String] {
        try all(
            "SELECT id FROM donor WHERE id >= ? AND id < ? ORDER BY id LIMIT ?",
            [prefix, prefix + "~", limit]
        ).map { $0["id"] }
    }

    /// Returns a page of the donors who gave to one organization, or of all donors, newest first.
    public func donors(organization: String?, after id: String?, limit: Int) throws -> [Donor] {
        let cursor = id ?? "~"
        guard let organization else {
            return try all(
                "SELECT body FROM donor WHERE id < ? ORDER BY id DESC LIMIT ?", [cursor, limit])
        }
        return try all(
            """
            SELECT body FROM donor WHERE id IN (
              SELECT DISTINCT donor FROM donor_total WHERE organization = ? AND donor < ?
              ORDER BY donor DESC LIMIT ?)
            ORDER BY id DESC
            """, [organization, cursor, limit])
    }

    /// Returns a donor's totals, one for each organization and currency.
    public func totals(ofDonor donor: String) throws -> [DonorTotal] {
        try all(
            """
            SELECT organization, currency, amount, gifts, last, name, phone FROM donor_total WHERE donor = ?
            ORDER BY organization, currency
            """, [donor]
        ).map { row in
            DonorTotal(
                organization: row["organization"],
                amount: try row.money(), gifts: row["gifts"],
                last: row["last"], name: row["name"], phone: row["phone"])
        }
    }

    /// Adds an amount to a donor's total for an organization.
    ///
    /// - Parameters:
    ///   - giver: The details that the donor entered with the gift.
    ///   - minor: The change in the total, in minor units of `currency`.
    ///   - gifts: The change in the number of gifts.
    ///   - paid: The time when the gift was paid.
    func addToTotal(
        ofDonor donor: String, as giver: DonorDetails, organization: String, currency: Currency, minor: Int64,
        gifts: Int, paid: Timestamp
    ) throws {
        try run(
            """
            INSERT INTO donor_total (donor, organization, currency, amount, gifts, last, name, phone)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (donor, organization, currency) DO UPDATE SET
              amount = donor_total.amount + excluded.amount, gifts = donor_total.gifts + excluded.gifts,
              last = CASE WHEN excluded.last < donor_total.last THEN donor_total.last ELSE excluded.last END,
              name = CASE WHEN excluded.last < donor_total.last THEN donor_total.name ELSE excluded.name END,
              phone = CASE WHEN excluded.last < donor_total.last THEN donor_total.phone ELSE excluded.phone END
            """,
            [
                donor, organization, currency.code, minor, gifts, paid, giver.name, giver.phone,
            ])
    }

    /// Deletes a donor's record, totals, search words and notes. Does nothing if the id is unknown.
    func removeDonor(_ id: String) throws {
        changed(id)
        try run("DELETE FROM donor WHERE id = ?", [id])
        try run("DELETE FROM donor_word WHERE donor = ?", [id])
        try run("DELETE FROM donor_total WHERE donor = ?", [id])
        try run("DELETE FROM donor_merged WHERE kept = ?", [id])
        try removeNotes(aboutDonor: id)
    }
}
