public import DatabaseKit
import DisplayKit
public import TimeKit

/// A note that an organization's staff wrote about a donor. Notes are personal data: an export of the donor's
/// data contains them, and they are deleted with the donor.
public struct DonorNote: Hashable, Sendable {
    /// The id of the organization whose staff can read the note.
    public let organization: String
    /// The plain text, which may have several lines.
    public let text: String
    /// The id of the staff member who changed the note last.
    public let author: String
    /// The time of the last change.
    public let changed: Timestamp

    /// The maximum length of a note, in Unicode scalars.
    public static let longest = 2_000

    /// The hash that identifies this version of the note, so that a form cannot overwrite a newer version.
    public var version: String { Fingerprint.of([text, author, String(changed.seconds)]) }

    /// The result of a request to change a note.
    public enum Change: Sendable {
        /// The note was changed or deleted, or already has the requested text.
        case saved
        /// Another staff member changed or deleted the note in the meantime. Nothing was changed.
        case conflict
    }
}

extension Transaction {
    /// Changes an organization's note about a donor. If the text is empty or has only white space, the note
    /// is deleted.
    ///
    /// - Parameters:
    ///   - typed: The text as typed.
    ///   - version: The ``DonorNote/version`` of the note that the text replaces; empty if there was no note.
    ///   - author: The id of the staff member.
    /// - Throws: `DisplayTextError` if the text is longer than ``DonorNote/longest`` or cannot be displayed.
    public func changeNote(
        aboutDonor donor: String, organization: String, to typed: String, replacing version: String,
        by author: String, at time: Timestamp
    ) throws -> DonorNote.Change {
        let isEmpty = typed.allSatisfy(\.isWhitespace)
        let text = isEmpty ? "" : try DisplayText(lines: typed, atMost: DonorNote.longest).text
        let before = try note(aboutDonor: donor, organization: organization)
        if before?.text ?? "" == text { return .saved }
        guard before?.version ?? "" == version else { return .conflict }
        if text.isEmpty {
            try removeNote(aboutDonor: donor, organization: organization)
        } else {
            let note = DonorNote(organization: organization, text: text, author: author, changed: time)
            try save(note, aboutDonor: donor)
        }
        return .saved
    }
}
