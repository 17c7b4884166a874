import Giving
import HTMLKit
import ServerKit
import StaffAccess

extension AdminRequestContext {
    /// Returns the page that lists the organization's people and invitations.
    func askPeople() async throws -> PageResponse {
        let done = fields["done"].flatMap(PeoplePage.Action.init(rawValue:))
        return try await peoplePage(complaint: nil, done: done)
    }

    /// Handles the forms on the people page: invites a person, resends or withdraws an invitation, or removes
    /// a member.
    func changePeople() async throws -> PageResponse {
        guard let action = PeoplePage.Action(fields) else { throw ProblemPage.staleForm }
        guard staff.sendsMail || !action.sendsMail else { return try await askPeople() }
        var entry = PeoplePage.Entry()
        do {
            switch action {
            case .invite:
                guard let role = StaffRole(rawValue: fields["role"] ?? "") else {
                    throw ProblemPage.staleForm
                }
                entry = PeoplePage.Entry(email: String((fields["email"] ?? "").prefix(254)), role: role)
                guard let email = EmailAddress(entry.email), let address = StaffAddress(email.text) else {
                    throw StaffError(.invalidAddress)
                }
                try await staff.invite(address, as: role, password: fields.typed("current") ?? "")
            case .again: try await staff.sendInvitation(fields["invitation"] ?? "")
            case .withdraw: try await staff.withdrawInvitation(fields["invitation"] ?? "")
            case .remove:
                guard fields.isTicked("sure") else { throw ProblemPage.staleForm }
                try await staff.remove(fields["member"] ?? "")
            }
        } catch let error as StaffError {
            return try await peoplePage(entry: entry, complaint: refusal(error))
        }
        return .redirect(to: "\(address(.people))?done=\(action.rawValue)")
    }

    private func peoplePage(
        entry: PeoplePage.Entry = PeoplePage.Entry(), complaint: String?, done: PeoplePage.Action? = nil
    ) async throws -> PageResponse {
        frame.page(
            PeoplePage(
                organization: organization, member: staff.member, people: try await staff.people(),
                now: books.now, sendsMail: staff.sendsMail, formToken: frame.token, entry: entry,
                complaint: complaint, answer: done.map { .status($0.answer) } ?? .empty))
    }
}
