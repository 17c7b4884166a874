import Giving
import ServerKit
import TokenKit

extension TapController {
    /// Handles a request for a sign-in link. The response is the same for every valid address, so that it
    /// does not reveal whether a donor has the address.
    func askForLink(_ request: PageRequest) async throws -> PageResponse {
        let typed = request.fields?["email"] ?? ""
        guard let address = EmailAddress(typed) else {
            return page(
                AskPage(
                    email: String(typed.prefix(254)), complaint: DonorSentence.of(GivingError(.invalidEmail)))
            )
        }
        try await giving.askForLink(to: address)
        return page(AskedPage())
    }

    /// E-mails the requested sign-in links to donors, and the requested password-reset links to staff. Also
    /// e-mails invitations to staff. The server calls this function repeatedly in the background.
    ///
    /// - Parameter address: The public address of these pages.
    public func sendLinks(leadingTo address: SiteAddress) async {
        do {
            for mail in try await giving.mailsToSend(token: { BearerToken(random: random) }) {
                await send(mail, leadingTo: address)
            }
            try await admin?.sendPasswordLinks(by: mail, from: sender(at: address), leadingTo: address)
            try await admin?.sendInvitations(by: mail, from: sender(at: address), leadingTo: address)
        } catch {
            failed(error)
        }
    }

    private func sender(at address: SiteAddress) -> String {
        settings.sender ?? "no-reply@\(address.mailDomain)"
    }

    private func send(_ mail: SignInMail, leadingTo address: SiteAddress) async {
        do {
            try await self.mail.send(EmailMessage(mail, from: sender(at: address), leadingTo: address))
        } catch {
            failed(error)
        }
    }

    /// Returns the page of a sign-in link. If the request submits the page's form, signs the donor in
    /// instead. Opening the page does not use up the link, because e-mail scanners open links.
    ///
    /// The form's CSRF token is derived from the cookie that is set with the page. Another site therefore
    /// cannot sign a visitor in as someone else. Signing in replaces the cookie.
    func link(_ text: String, _ request: PageRequest) async throws -> PageResponse {
        guard let link = BearerToken(text) else { throw ProblemPage.deadLink }
        let known = BearerToken(request.cookies[SessionCookie.name])
        let isPosted = request.method == "POST"
        guard isPosted, known?.csrfToken.isRight(request.fields?[CSRFToken.name]) == true else {
            guard try await giving.opens(link: link) else { throw ProblemPage.deadLink }
            let shown = known ?? BearerToken(random: random)
            let page = LinkPage(link: link, csrfToken: shown.csrfToken, isAgain: isPosted)
            let answer = self.page(page, status: isPosted ? 403 : 200)
            return known == nil ? .setting(cookie(shown.text), answer) : answer
        }
        let session = BearerToken(random: random)
        guard try await giving.signIn(with: link, session: session) else { throw ProblemPage.deadLink }
        // Ends the earlier session of this browser, which may be another donor's.
        if let known { try await giving.signOut(known) }
        return .setting(cookie(session.text), .redirect(to: SessionCookie.path))
    }

    /// Ends the session on the server and deletes its cookie in the browser.
    func signOut(_ giver: SignedIn, _ request: PageRequest) async throws -> PageResponse {
        _ = try giver.fields(of: request)
        try await giving.signOut(giver.session)
        return signedOut
    }

    /// The response after the end of a session. It makes the browser delete its stored copies of the donor's
    /// pages.
    private var signedOut: PageResponse {
        .setting(cookie(""), .clearing(.redirect(to: SessionCookie.path)))
    }

    /// Returns the page that lists the donor's sessions.
    func sessions(_ giver: SignedIn, status: Int = 200) async throws -> PageResponse {
        let sessions = try await giving.sessions(of: giver.donor.id, from: giver.session)
        return page(
            SessionsPage(donor: giver.donor, sessions: sessions, csrfToken: giver.csrfToken), status: status)
    }

    /// Ends one of the donor's sessions on the server. If the donor signed in too long ago, changes nothing
    /// and returns the list of sessions with status 403.
    func endSession(_ giver: SignedIn, _ request: PageRequest) async throws -> PageResponse {
        let fields = try giver.fields(of: request)
        guard try await canEndOthers(giver) else { return try await sessions(giver, status: 403) }
        try await giving.endSession(fields["session"] ?? "", of: giver.donor.id)
        return .redirect(to: SessionsPage.path)
    }

    /// Ends all of the donor's sessions on the server, and deletes the cookie in this browser. If the donor
    /// signed in too long ago, changes nothing and returns the list of sessions with status 403.
    func signOutEverywhere(_ giver: SignedIn, _ request: PageRequest) async throws -> PageResponse {
        _ = try giver.fields(of: request)
        guard try await canEndOthers(giver) else { return try await sessions(giver, status: 403) }
        try await giving.signOutEverywhere(giver.donor.id)
        return signedOut
    }

    private func canEndOthers(_ giver: SignedIn) async throws -> Bool {
        try await giving.sessions(of: giver.donor.id, from: giver.session).canEndOthers
    }

    private func cookie(_ value: String) -> SetCookie {
        SessionCookie.of(value, isSecure: settings.isSecure)
    }
}

extension ProblemPage {
    /// The page for a sign-in link that is no longer valid.
    static let deadLink = ProblemPage(
        410, "This link is no longer valid",
        "a link works once and expires after \(SignInLink.lifeSeconds / 60) minutes",
        remedy: "Request a new link.", way: Way(words: "Request a new link", address: SessionCookie.path))
}

extension EmailMessage {
    /// Creates the e-mail with a sign-in link.
    init(_ mail: SignInMail, from sender: String, leadingTo address: SiteAddress) {
        self.init(
            id: mail.id, from: sender, to: mail.to.text,
            subject: "The link to your gifts", date: mail.time,
            lines: [
                "Someone, probably you, asked for a link to the gifts made with",
                "this e-mail address, and to their receipts and yearly statements.", "",
                "\(address.text)\(SessionCookie.path)/link/\(mail.token.text)", "",
                "The link works once and expires after \(SignInLink.lifeSeconds / 60) minutes. Do not share it: anyone",
                "who has it can see these gifts.", "",
                "If you did not request the link, you can ignore this e-mail.", "", TestMark.sentence,
            ])
    }
}
