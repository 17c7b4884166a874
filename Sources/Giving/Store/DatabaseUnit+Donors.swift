// The methods are documented where they are promised, in `DonorRecords.swift`.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import DatabaseKit
import GRDB

extension DatabaseUnit: DonorRecords {
    public func save(_ donor: Donor) throws {
        try run(
            """
            INSERT INTO donor (id, email, body) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET email = excluded.email, body = excluded.body
            """, [donor.id, EmailAddress(donor.email)?.key ?? donor.email, try document(donor)])
    }

    public func donor(_ id: String) throws -> Donor? {
        try first(Donor.self, "SELECT body FROM donor WHERE id = ?", [id])
    }

    public func donor(email: EmailAddress) throws -> Donor? {
        try first(Donor.self, "SELECT body FROM donor WHERE email = ?", [email.key])
    }

    public func removeDonor(_ id: String) throws { try run("DELETE FROM donor WHERE id = ?", [id]) }
}
