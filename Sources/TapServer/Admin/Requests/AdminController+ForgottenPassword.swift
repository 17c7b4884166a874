import ServerKit
import StaffAccess
import TokenKit

extension AdminController {
    /// Returns the form with which a member requests a link for choosing a new password, or handles the
    /// submitted form. The response is the same for every valid address.
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
        return signInFrame.page(PasswordLinkAskedPage())
    }

    /// Handles the link that lets a member or an invited person choose a password. Returns the form for a new
    /// password or, if the form was submitted, sets the password.
    ///
    /// Opening the page does not use up the link, because e-mail scanners open links. After setting the
    /// password, the person has to sign in.
    func newPassword(
        _ text: String, _ request: PageRequest, _ fields: FormFields, _ token: SessionToken?
    ) async throws -> PageResponse {
        guard let link = PasswordToken(text) else { throw ProblemPage.deadPasswordLink }
        guard let person = try await staff.person(of: link) else { throw ProblemPage.deadPasswordLink }
        var complaint: String?
        let new = fields.typed("new") ?? ""
        if request.method == "POST", new != fields.typed("again") {
            complaint = "The two passwords do not match. Nothing was changed."
        } else if request.method == "POST" {
            let change = AuditLogEvent(
                person.action, by: person.actor, from: request.network, organizations: person.organizations)
            do {
                let names = try await names(of: person.organizations)
                try await staff.auditLog.recording(change, code: { ($0 as? StaffError)?.failureCode }) {
                    switch person {
                    case .member: try await staff.setPassword(with: link, to: new, names: names)
                    case .invited:
                        try await staff.acceptInvitation(with: link, password: new, names: names)
                    }
                }
                return .redirect(to: AdminPath.signIn())
            } catch let error as StaffError {
                guard error.code != .deadLink else { throw ProblemPage.deadPasswordLink }
                complaint = "\(StaffSentence.of(error))."
            }
        }
        return withFormToken(token) { [complaint] formToken in
            NewPasswordPage(
                formToken: formToken, link: link, email: person.email, isNew: person.isInvited,
                complaint: complaint)
        }
    }

    /// Returns a page with a form for a visitor who is not signed in. If the browser has no cookie for the
    /// form's CSRF token, the response sets one.
    private func withFormToken(_ token: SessionToken?, _ page: (String) -> some FormPage) -> PageResponse {
        let shown = token ?? SessionToken(random: random)
        let answer = signInFrame.page(
            page(shown.csrfToken.text))
        return token == nil ? .setting(kept(shown.text), answer) : answer
    }

    /// Sends the e-mails with the password links that members have requested. If one e-mail fails, the error
    /// is reported, and the others are still sent.
    ///
    /// - Parameters:
    ///   - mail: The service that sends e-mails.
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

/// The person who can choose a password with a link.
private enum PasswordLinkHolder {
    case member(StaffMember)
    case invited(StaffInvitation)

    var email: String {
        switch self {
        case .member(let member): member.email
        case .invited(let invitation): invitation.email
        }
    }

    var organizations: [String] {
        switch self {
        case .member(let member): member.organizations
        case .invited(let invitation): [invitation.organization]
        }
    }

    /// The actor for the audit log. An invited person is recorded as anonymous, because they do not have an
    /// id yet.
    var actor: AuditLogActor {
        if case .member(let member) = self { .staff(member) } else { .anonymous }
    }

    var isInvited: Bool {
        if case .invited = self { true } else { false }
    }

    var action: AuditLogAction { isInvited ? .acceptInvitation : .resetPassword }
}

extension StaffService {
    fileprivate func person(of link: PasswordToken) async throws -> PasswordLinkHolder? {
        if let member = try await member(ofPasswordLink: link) { return .member(member) }
        return try await invitation(of: link).map { .invited($0) }
    }
}

extension ProblemPage {
    /// The page for a link that is no longer valid.
    static let deadPasswordLink = ProblemPage(
        410, "This link is no longer valid",
        "a link works only once; a link for a new password expires after \(PasswordLink.lifeSeconds / 60) minutes, "
            + "and an invitation after \(StaffInvitation.lifeSeconds / 86_400) days",
        remedy: "Request a new link, or ask for a new invitation.",
        way: Way(words: "Request a new link", address: AdminPath.forgotten()))
}

// MARK: Invitations

extension AdminController {
    /// E-mails the pending invitations. If one e-mail fails, the error is reported, and the others are still
    /// sent.
    ///
    /// - Parameters:
    ///   - mail: The service that sends e-mails.
    ///   - sender: The sender's address.
    ///   - address: The public address of the pages.
    func sendInvitations(by mail: any Mail, from sender: String, leadingTo address: SiteAddress) async throws
    {
        for letter in try await staff.invitationMails() {
            do {
                let name = try await names(of: [letter.organization]).first ?? letter.organization
                try await mail.send(EmailMessage(letter, of: name, from: sender, leadingTo: address))
            } catch {
                failed(error)
            }
        }
    }
}

extension EmailMessage {
    /// Creates the e-mail for an invitation.
    ///
    /// - Parameter name: The name of the organization.
    fileprivate init(
        _ mail: InvitationMail, of name: String, from sender: String, leadingTo address: SiteAddress
    ) {
        let text: [String]
        if let token = mail.token {
            text =
                EmailMessage.lines(
                    of: "You are invited to the staff pages of \(name) at \(address.authority). "
                        + "Choose your password here:")
                + ["", address.text + AdminPath.passwordLink.filled(with: [token.text]), ""]
                + EmailMessage.lines(
                    of:
                        "The link can be used once and expires after \(StaffInvitation.lifeSeconds / 86_400) days. "
                        + "Do not share it: anyone with this link can set the password.")
        } else {
            text =
                EmailMessage.lines(
                    of: "You are invited to the staff pages of \(name) at \(address.authority). This "
                        + "e-mail address already has an account on that server.")
                + [""]
                + EmailMessage.lines(
                    of:
                        "Only the administrator of the server can change an account. Ask the administrator to add "
                        + "\(name) to your account, or ask for an invitation that is sent to a different "
                        + "address. Until then, nothing changes.")
        }
        self.init(
            id: mail.id, from: sender, to: mail.to, subject: "Your invitation", date: mail.time,
            lines: text + ["", "If you did not expect this e-mail, you can ignore it."])
    }

    /// Creates the e-mail with a link for a new password.
    fileprivate init(_ mail: PasswordMail, from sender: String, leadingTo address: SiteAddress) {
        self.init(
            id: mail.id, from: sender, to: mail.to, subject: "A new password", date: mail.time,
            lines: [
                "Someone, probably you, asked for a new password for the staff pages",
                "at \(address.authority).", "",
                address.text + AdminPath.passwordLink.filled(with: [mail.token.text]), "",
                "The link can be used once and expires after \(PasswordLink.lifeSeconds / 60) minutes.",
                "Do not share it: anyone with this link can set your password.", "",
                "If you did not request a new password, you can ignore this e-mail. Your",
                "password does not change.",
            ])
    }
}
