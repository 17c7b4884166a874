import ServerKit
import StaffAccess
import TokenKit

extension AdminController {
    /// Returns the form that requests a link for a new password, or handles the submitted form. The response is the
    /// same for every address.
    func forgottenPassword(
        _ request: PageRequest, _ fields: FormFields, _ token: SessionToken?
    ) async throws -> PageResponse {
        guard request.method == "POST", settings.sendsMail else {
            return withFormToken(token) { formToken in
                ForgottenPasswordPage(formToken: formToken, sendsMail: settings.sendsMail)
            }
        }
        let email = fields["email"] ?? ""
        guard let address = StaffAddress(email) else {
            return withFormToken(token) { formToken in
                ForgottenPasswordPage(
                    formToken: formToken, sendsMail: true, email: String(email.prefix(254)),
                    complaint: "\(StaffSentence.of(StaffError(.invalidAddress))).")
            }
        }
        try await staff.askForPasswordLink(address)
        return AdminFrame(isPublicSimulation: settings.isPublicSimulation).page(PasswordLinkAskedPage())
    }

    /// Returns the page of a link for a new password, or sets the password. Opening the page does not use up the link,
    /// because an e-mail scanner may open it. The member signs in afterwards.
    func newPassword(
        _ text: String, _ request: PageRequest, _ fields: FormFields, _ token: SessionToken?
    ) async throws -> PageResponse {
        guard let link = PasswordToken(text), let member = try await staff.member(ofPasswordLink: link) else {
            throw ProblemPage.deadPasswordLink
        }
        var complaint: String?
        let new = fields.typed("new") ?? ""
        if request.method == "POST", new != fields.typed("again") {
            complaint = "The two new passwords differ. Nothing was changed."
        } else if request.method == "POST" {
            let change = AuditLogEvent(
                .resetPassword, by: .staff(member), from: request.network,
                organizations: member.organizations)
            do {
                let names = try await names(of: member)
                try await staff.auditLog.recording(change, code: { ($0 as? StaffError)?.failureCode }) {
                    try await staff.setPassword(with: link, to: new, names: names)
                }
                return .redirect(to: AdminPath.signIn())
            } catch let error as StaffError {
                guard error.code != .deadLink else { throw ProblemPage.deadPasswordLink }
                complaint = "\(StaffSentence.of(error))."
            }
        }
        return withFormToken(token) { [complaint] formToken in
            NewPasswordPage(formToken: formToken, link: link, email: member.email, complaint: complaint)
        }
    }

    /// Returns a page with a form for a visitor who is not signed in, and sets the cookie that belongs to its CSRF
    /// token.
    private func withFormToken(_ token: SessionToken?, _ page: (String) -> some FormPage) -> PageResponse {
        let shown = token ?? SessionToken(random: random)
        let answer = AdminFrame(isPublicSimulation: settings.isPublicSimulation).page(
            page(shown.csrfToken.text))
        return token == nil ? .setting(kept(shown.text), answer) : answer
    }

    /// Sends the requested links for new passwords by e-mail. A failure is reported, and does not prevent the next
    /// e-mail.
    ///
    /// - Parameters:
    ///   - mail: Sends an e-mail.
    ///   - sender: The sender's address.
    ///   - address: The public address of the pages.
    func sendPasswordLinks(by mail: any Mail, from sender: String, leadingTo address: SiteAddress)
        async throws
    {
        for letter in try await staff.passwordMails() {
            do {
                try await mail.send(EmailMessage(letter, from: sender, leadingTo: address))
            } catch {
                failed(error)
            }
        }
    }
}

extension ProblemPage {
    /// The page for a link that is no longer valid.
    static let deadPasswordLink = ProblemPage(
        410, "This link is no longer valid",
        "a link works once, within \(PasswordLink.lifeSeconds / 60) minutes", remedy: "Request a new one.",
        way: Way(words: "Request a new link", address: AdminPath.forgotten()))
}

extension EmailMessage {
    /// Creates the e-mail with a link for a new password.
    fileprivate init(_ mail: PasswordMail, from sender: String, leadingTo address: SiteAddress) {
        self.init(
            id: mail.id, from: sender, to: mail.to, subject: "A new password", date: mail.time,
            lines: [
                "Someone, probably you, asked for a new password for the staff pages",
                "at \(address.authority).", "",
                address.text + AdminPath.passwordLink.filled(with: [mail.token.text]), "",
                "The link works once, within \(PasswordLink.lifeSeconds / 60) minutes. Do not share it: anyone who has it",
                "can choose your password.", "",
                "If you did not request it, you can ignore this e-mail. Your password",
                "does not change.",
            ])
    }
}
