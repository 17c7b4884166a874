import DatabaseKit
import DisplayKit
import Giving
import HTMLKit
import ServerKit
import StaffAccess
import TimeKit

extension AdminRequestContext {
    /// The maximum number of gifts on a page.
    private static let pageSize = 50

    func donor(_ id: String) async throws -> PageResponse {
        var answer: HTML = fields.isTicked("saved") ? .status("The note was saved.") : .empty
        if let gift = fields["sent"] {
            // A gift of another organization has no page here.
            answer = try await resentNote(ofGift: gift)
        }
        return try await donorPage(id, answer: answer)
    }

    /// Returns a donor's page.
    ///
    /// - Parameter answer: The message about a submitted form; empty if none was submitted.
    func donorPage(_ id: String, answer: HTML, status: Int = 200) async throws -> PageResponse {
        let profile = try await profile(ofDonor: id)
        var resend = resendForm()
        resend?.isOnDonorPage = true
        return frame.page(
            DonorPage(
                donor: profile, isFirst: fields["after"] == nil, mayChange: frame.permits(.change),
                resend: resend, answer: answer), status: status)
    }

    private func profile(ofDonor id: String) async throws -> DonorProfile {
        let (after, year) = (try fields.cursor("gift"), organization.calendar.date(of: books.now).year)
        return try await books.existing {
            try $0.profile(ofDonor: id, after: after, limit: Self.pageSize, year: year)
        }
    }

    /// Returns the form for the note about a donor.
    func askNote(aboutDonor id: String) async throws -> PageResponse {
        let profile = try await profile(ofDonor: id)
        return notePage(profile, profile.note?.note.text ?? "", replacing: profile.note)
    }

    /// Changes the note about a donor. If another member has changed it since the form was opened, nothing is
    /// changed.
    func changeNote(aboutDonor id: String) async throws -> PageResponse {
        let profile = try await profile(ofDonor: id)
        guard let text = fields.typed("note"), let version = fields.typed("version") else {
            throw ProblemPage.staleForm
        }
        do {
            let change = try await books.changeNote(
                aboutDonor: id, to: text, replacing: version, by: staff.member.id)
            guard change == .conflict else { return .redirect(to: address(.donor(id)) + "?saved=1") }
        } catch let error as DisplayTextError {
            let words = "The note \(error.summary)"
            return notePage(
                profile, text, replacing: profile.note, complaint: refusal(error, words))
        }
        ChangeRecord.current?.refused("wrongState")
        let now = try await self.profile(ofDonor: id)
        let current = now.note.map { "changed after you opened it. The note is now: “\($0.note.text)”" }
        return notePage(
            now, text, replacing: now.note,
            complaint: "This note was \(current ?? "deleted after you opened it.")")
    }

    private func notePage(
        _ profile: DonorProfile, _ text: String, replacing note: DonorProfile.Note?, complaint: String? = nil
    ) -> PageResponse {
        frame.page(
            DonorNotePage(
                organization: organization, donor: profile.id, name: profile.name, formToken: frame.token,
                text: text, version: note?.note.version ?? "", complaint: complaint))
    }
}
