import HTMLKit
import ServerKit
import StaffAccess
import TokenKit

/// Handles the page of a member's second factor. The page is the second step of a sign-in, and also lets
/// members add, renew and remove a factor.
extension AdminController {
    /// Returns the response to a request for the second-factor page, either during a sign-in or afterwards.
    func secondFactor(_ call: StaffCall, _ request: PageRequest) async throws -> PageResponse {
        guard let token = call.token else { return .redirect(to: AdminPath.signIn()) }
        let isSent = request.method == "POST"
        if let step = try await staff.secondStep(of: token) {
            return try await step.hasFactor
                ? enterCode(call, token, isSent: isSent)
                : addAtSignIn(call, step.member, token, isSent: isSent)
        }
        guard let member = try await staff.member(of: token) else {
            return isSent ? expired(token) : .redirect(to: AdminPath.signIn())
        }
        return try await change(call, member, token, isSent: isSent)
    }

    // MARK: Second step

    private func enterCode(
        _ call: StaffCall, _ token: SessionToken, isSent: Bool
    ) async throws -> PageResponse {
        var page = CodePage(formToken: token.csrfToken.text)
        guard isSent else { return signInFrame.page(page) }
        do {
            let session = try await staff.finishSignIn(
                token, code: call.fields["code"] ?? "", browser: call.browser, from: call.network)
            return try await keeping(session, call.browser, .redirect(to: AdminPath.root))
        } catch let error as StaffError {
            guard error.code != .signInExpired else { return expired(token) }
            page.complaint = error
            return signInFrame.page(page)
        }
    }

    private func addAtSignIn(
        _ call: StaffCall, _ member: StaffMember, _ token: SessionToken, isSent: Bool
    ) async throws -> PageResponse {
        guard isSent else { return signInFrame.page(try enrolment(of: member, token)) }
        let sealed = call.fields["sealed"] ?? ""
        do {
            let (session, codes) = try await staff.finishSignIn(
                token, adding: sealed, code: call.fields["code"] ?? "", from: call.network)
            let page = RecoveryCodesPage(codes: codes)
            return try await keeping(session, call.browser, frame(member, session).page(page))
        } catch let error as StaffError {
            guard error.code == .wrongCode else { return expired(token) }
            return signInFrame.page(try enrolment(of: member, token, sealed, error))
        }
    }

    private func expired(_ token: SessionToken) -> PageResponse {
        let page = SignInPage(formToken: token.csrfToken.text, complaint: StaffError(.signInExpired))
        return signInPage(page, status: 403)
    }

    var signInFrame: AdminFrame { AdminFrame(isPublicSimulation: settings.isPublicSimulation) }

    // MARK: Changes

    private func change(
        _ call: StaffCall, _ member: StaffMember, _ token: SessionToken, isSent: Bool
    ) async throws -> PageResponse {
        let frame = frame(member, token)
        let code = call.fields["code"] ?? ""
        do {
            switch isSent ? FactorPage.Action(call.fields) : nil {
            case nil: return frame.page(try await factorPage(of: member, token))
            case .add:
                let codes = try await staff.addFactor(
                    call.fields["sealed"] ?? "", code: code, password: call.fields.typed("password") ?? "",
                    to: member, with: token, browser: call.browser, from: call.network)
                return frame.page(RecoveryCodesPage(codes: codes))
            case .renew:
                let codes = try await staff.renewRecoveryCodes(
                    of: member, code: code, browser: call.browser, from: call.network)
                return frame.page(RecoveryCodesPage(codes: codes))
            case .remove:
                try await staff.removeFactor(
                    of: member, code: code, browser: call.browser, from: call.network)
                return signedOut
            }
        } catch let error as StaffError {
            if [.wrongCode, .wrongCurrentPassword].contains(error.code),
                FactorPage.Action(call.fields) == .add
            {
                return frame.page(
                    try enrolment(of: member, token, call.fields["sealed"], error, asksPassword: true))
            }
            return frame.page(try await factorPage(of: member, token, error))
        }
    }

    /// Returns the page about a member's second factor. If the member has no second factor, the page offers
    /// to add one.
    private func factorPage(
        of member: StaffMember, _ token: SessionToken, _ complaint: StaffError? = nil
    ) async throws -> any PageContent {
        guard let status = try await staff.factorStatus(of: member) else {
            return try enrolment(of: member, token, nil, complaint, asksPassword: true)
        }
        return FactorPage(
            formToken: token.csrfToken.text, status: status, isRequired: needsFactor(member),
            complaint: complaint)
    }

    /// Returns the page for setting up an authenticator app, with a QR code and the secret.
    ///
    /// - Parameter sealed: The encrypted secret from the previous page, to show the same secret again; nil to
    ///   create a new secret.
    private func enrolment(
        of member: StaffMember, _ token: SessionToken, _ sealed: String? = nil,
        _ complaint: StaffError? = nil, asksPassword: Bool = false
    ) throws -> EnrolmentPage {
        let enrolment =
            try sealed.map { try staff.enrolment($0, of: member, with: token) }
            ?? staff.enrolment(of: member, with: token)
        return EnrolmentPage(
            formToken: token.csrfToken.text, enrolment: enrolment,
            qrCode: settings.qrCode(enrolment.uri(issuer: settings.siteName)).map(HTML.init(markup:)),
            isRequired: needsFactor(member), asksPassword: asksPassword, complaint: complaint)
    }

    /// Returns whether a member needs a second factor. This is the case if
    /// ``AdminSettings/requiresSecondFactor`` is true and the member's role permits changes that affect
    /// money.
    private func needsFactor(_ member: StaffMember) -> Bool {
        settings.requiresSecondFactor && member.role.changesMoney
    }

    /// Returns the session's member if the member may use the pages. Returns nil if the session has ended, or
    /// if the member must first add a second factor because the server now requires one.
    func signedInMember(_ token: SessionToken) async throws -> StaffMember? {
        guard let member = try await staff.member(of: token) else { return nil }
        guard needsFactor(member) else { return member }
        return try await staff.factorStatus(of: member) == nil ? nil : member
    }
}
