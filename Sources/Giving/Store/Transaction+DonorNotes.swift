public import DatabaseKit
import TimeKit

extension Transaction {
    /// Returns an organization's note about a donor, or nil.
    public func note(aboutDonor donor: String, organization: String) throws -> DonorNote? {
        try one(
            "SELECT note, author, changed FROM donor_note WHERE donor = ? AND organization = ?",
            [donor, organization]
        ) { row in
            DonorNote(
                organization: organization, text: row[0], author: row[1], changed: row[2])
        }
    }

    /// Returns the notes of all organizations about a donor, sorted by the organizations' ids.
    func notes(aboutDonor donor: String) throws -> [DonorNote] {
        try all(
            "SELECT organization, note, author, changed FROM donor_note WHERE donor = ? ORDER BY organization",
            [donor]
        ).map { row in
            DonorNote(
                organization: row["organization"], text: row["note"], author: row["author"],
                changed: row["changed"])
        }
    }

    /// Inserts or replaces a note.
    func save(_ note: DonorNote, aboutDonor donor: String) throws {
        changed(donor, of: note.organization)
        try run(
            """
            INSERT INTO donor_note (donor, organization, note, author, changed) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (donor, organization) DO UPDATE SET note = excluded.note, author = excluded.author,
              changed = excluded.changed
            """, [donor, note.organization, note.text, note.author, note.changed])
    }

    /// Deletes an organization's note about a donor.
    func removeNote(aboutDonor donor: String, organization: String) throws {
        changed(donor, of: organization)
        try run("DELETE FROM donor_note WHERE donor = ? AND organization = ?", [donor, organization])
    }

    /// Deletes the notes of all organizations about a donor.
    func removeNotes(aboutDonor donor: String) throws {
        try run("DELETE FROM donor_note WHERE donor = ?", [donor])
    }
}
