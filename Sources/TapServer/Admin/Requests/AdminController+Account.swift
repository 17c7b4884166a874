import DatabaseKit
import Giving
import ServerKit
import StaffAccess
import TimeKit
import TokenKit

extension AdminController {
    /// Returns the page of a member's own account.
    func account(_ member: StaffMember, _ token: SessionToken) async throws -> PageResponse {
        try await accountPage(member, token, complaint: nil)
    }

    /// Changes a member's own password, or ends one or all of the member's sessions. Each of these changes
    /// requires the current password.
    func changeAccount(
        _ call: StaffCall, _ member: StaffMember, _ token: SessionToken
    ) async throws -> PageResponse {
        let (fields, browser) = (call.fields, call.browser)
        guard let action = AccountPage.Action(fields) else { throw ProblemPage.staleForm }
        let (current, new) = (fields.typed("current") ?? "", fields.typed("new") ?? "")
        if action == .password, new != fields.typed("again") {
            return try await accountPage(
                member, token, complaint: "The two passwords do not match. Nothing was changed.")
        }
        let change = AuditLogEvent(
            action.recorded, by: .staff(member), from: call.network, organizations: member.organizations)
        do {
            try await staff.auditLog.recording(change, code: { ($0 as? StaffError)?.failureCode }) {
                switch action {
                case .password:
                    try await staff.changePassword(
                        of: member, from: current, to: new, names: try await names(of: member.organizations),
                        keeping: token, browser: browser)
                case .session:
                    try await staff.endSession(
                        fields["session"] ?? "", of: member, password: current, browser: browser)
                case .everywhere:
                    try await staff.endSessions(of: member, password: current, browser: browser)
                }
            }
        } catch let error as StaffError {
            return try await accountPage(member, token, complaint: "\(StaffSentence.of(error)).")
        }
        switch action {
        case .password:
            // The proof of a known browser depends on the password.
            return try await keeping(
                token, browser, accountPage(member, token, complaint: nil, isChanged: true))
        case .session: return .redirect(to: AdminPath.account())
        case .everywhere: return signedOut
        }
    }

    /// Returns the display names of organizations. Unknown ids are skipped.
    func names(of organizations: [String]) async throws -> [String] {
        try await giving.database.read { transaction in
            try organizations.compactMap { try transaction.organization($0)?.displayName }
        }
    }

    private func accountPage(
        _ member: StaffMember, _ token: SessionToken, complaint: String?, isChanged: Bool = false
    ) async throws -> PageResponse {
        let frame = frame(member, token)
        let sessions = try await staff.sessions(of: member)
        let calendar = try await giving.database.read { transaction in
            try member.organizations.first.flatMap { try transaction.organization($0) }?.calendar
        }
        let hasFactor = try await staff.factorStatus(of: member) != nil
        return frame.page(
            AccountPage(
                member: member, sessions: sessions, current: token.hash, calendar: calendar ?? .utc,
                formToken: frame.token, hasFactor: hasFactor, complaint: complaint, isChanged: isChanged))
    }
}
