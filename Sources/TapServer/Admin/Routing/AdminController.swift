import DatabaseKit
import FailureKit
public import Giving
import HTMLKit
import PaymentCore
import ServerKit
public import StaffAccess
import TokenKit

/// The controller of the pages for the staff of organizations. It maps requests to responses.
///
/// All access decisions are made here. Before a page receives the data of an organization, this type checks
/// that the member belongs to the organization, that the member's role permits the page, and that a submitted
/// form comes from one of this site's pages. A page of an organization receives only the data of that
/// organization.
public struct AdminController: Sendable {
    let giving: GivingService
    let staff: StaffService
    private let seats: SeatRegistry?
    let settings: AdminSettings
    private let live: LiveFeedHub
    private let exports: StreamQuota
    private let statements = KeptStatements()
    let random: RandomSource
    let failed: ErrorReport

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - seats: The registry of tags and seats, or nil.
    ///   - live: The settings of live views.
    ///   - random: Returns 64 random bits per call. They must be unpredictable, because tokens and form keys
    ///     are made from them.
    ///   - failed: Logs an error that the visitor cannot resolve.
    public init(
        giving: GivingService, staff: StaffService, seats: SeatRegistry? = nil,
        settings: AdminSettings = AdminSettings(), live: LiveSettings = LiveSettings(),
        random: @escaping RandomSource,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.giving = giving
        self.staff = staff
        self.seats = seats
        self.settings = settings
        self.live = LiveFeedHub(live, random: random, failed: failed)
        exports = StreamQuota(of: "exports", settings.exports)
        self.random = random
        self.failed = failed
    }

    /// Returns the response to a request. If a handler throws an error, the response is a page that explains
    /// the error.
    public func answer(_ request: PageRequest) async -> PageResponse {
        do {
            return try await routed(request)
        } catch {
            return problem(error)
        }
    }

    /// The routes of the staff pages that do not belong to an organization.
    static let routes = RouteTable<StaffCall>(
        .staff,
        [
            PageRoute(
                AdminPath.home,
                get: { call, _ in
                    try await call.bySignedIn { member, token in try await call.site.home(member, token) }
                }),
            PageRoute(
                AdminPath.signIn, limit: .signIn,
                get: { try await $0.site.signIn($1, $0.fields, $0.token) },
                post: { try await $0.site.signIn($1, $0.fields, $0.token) }),
            PageRoute(
                AdminPath.signOut,
                post: { call, _ in try await call.site.signOut(call.token, from: call.network) }),
            PageRoute(
                AdminPath.secondFactor, limit: .signIn,
                get: { try await $0.site.secondFactor($0, $1) },
                post: { try await $0.site.secondFactor($0, $1) }),
            PageRoute(
                AdminPath.forgotten, limit: .signIn,
                get: { try await $0.site.forgottenPassword($1, $0.fields, $0.token) },
                post: { try await $0.site.forgottenPassword($1, $0.fields, $0.token) }),
            PageRoute(
                AdminPath.passwordLink, limit: .signIn,
                get: { try await $0.site.newPassword($1.segment("token"), $1, $0.fields, $0.token) },
                post: { try await $0.site.newPassword($1.segment("token"), $1, $0.fields, $0.token) }),
            PageRoute(
                AdminPath.account, limit: .signIn,
                get: { call, _ in try await call.bySignedIn { try await call.site.account($0, $1) } },
                post: { call, _ in
                    try await call.bySignedIn { member, token in
                        try await call.site.changeAccount(call, member, token)
                    }
                }),
            PageRoute(
                AdminPath.liveScript,
                get: { _, _ in
                    .file(status: 200, type: "text/javascript; charset=utf-8", content: LiveScript.text)
                }),
        ])

    /// A request with parsed fields. If the request submits a form, the form is known to come from one of
    /// this site's pages.
    struct StaffCall {
        let site: AdminController
        let fields: FormFields
        let token: SessionToken?
        let network: String?
        let browser: KnownBrowser?

        /// Handles a request from a signed-in member of staff. A browser that is not signed in is redirected
        /// to the sign-in page, or receives an error if it requested a stream.
        fileprivate func bySignedIn(
            isStream: Bool = false, _ answer: (StaffMember, SessionToken) async throws -> PageResponse
        ) async throws -> PageResponse {
            guard let token, let member = try await site.signedInMember(token) else {
                // A stream is not a page: after a redirect, the browser would keep waiting for events.
                if isStream { throw try await site.refused(.signedOut, "signedOut", from: network) }
                return .redirect(to: AdminPath.signIn())
            }
            return try await answer(member, token)
        }
    }

    private func routed(_ request: PageRequest) async throws -> PageResponse {
        guard request.isBelowAdmin, let index = request.place.index else { throw ProblemPage.noAdminPage }
        if let refusal = request.refusedMethod { return refusal }
        let route = request.place.owner == .organization ? AdminRequestContext.routes[index] : nil
        guard let fields = Self.fields(of: request, longest: route?.longestField ?? FormFields.longestField)
        else {
            throw request.upload?.isWellFormed == false ? ProblemPage.brokenUpload : .brokenForm
        }
        let token = SessionToken(request.cookies[Self.cookie])
        // The sign-in form must also come from one of our pages, so that another site cannot sign a person in as
        // someone else.
        if request.method == "POST", token?.csrfToken.isRight(fields[Self.formToken]) != true {
            throw try await refused(.staleForm, "staleForm", from: request.network)
        }
        let call = StaffCall(
            site: self, fields: fields, token: token, network: request.network,
            browser: KnownBrowser(request.cookies[Self.browserCookie]))
        guard let route else { return try await Self.routes.answer(request, on: call) }
        return try await call.bySignedIn(isStream: route.isStream) { member, token in
            let context = try await context(of: member, token, route, request, fields)
            guard request.method == "POST", let action = route.action(fields) else {
                return try await AdminRequestContext.table.answer(request, on: context)
            }
            let change = AuditLogEvent(
                action, by: .staff(member), from: request.network,
                organizations: [context.organization.id])
            return try await staff.auditLog.recording(change, code: Self.refusalCode) {
                try await AdminRequestContext.table.answer(request, on: context)
            }
        }
    }

    /// Returns the fields of a request's form or query. Returns nil if they are malformed or too long.
    private static func fields(of request: PageRequest, longest: Int) -> FormFields? {
        guard request.method == "POST" else { return FormFields(request.query, longest: longest) }
        return request.upload.map { FormFields($0, longest: longest) }
            ?? FormFields(request.form, longest: longest)
    }

    /// Returns whether a member of staff is signed in with these cookies.
    func isSignedIn(_ cookies: Cookies) async -> Bool {
        guard let token = SessionToken(cookies[Self.cookie]) else { return false }
        return (try? await signedInMember(token)) != nil
    }

    /// Records a refused request in the audit log without naming a member, and returns `page` for the caller
    /// to throw.
    private func refused(
        _ page: ProblemPage, _ code: String, from network: String?
    ) async throws -> ProblemPage {
        try await staff.auditLog.refuse(AuditLogEvent(.adminRequest, by: .anonymous, from: network), code)
        return page
    }

    /// Returns the error code that the audit log records for a refused change; nil if the error is not a
    /// refusal.
    private static func refusalCode(_ error: any Error) -> String? {
        switch error {
        case let page as ProblemPage:
            page.status == 404 ? "notFound" : page == .staleForm ? "staleForm" : "wrongState"
        case let error as GivingError: error.failureCode
        case let error as PaymentError: error.failureCode
        default: nil
        }
    }

    /// Returns the context of a request for an organization's page. Throws if the member may not open the
    /// page.
    ///
    /// The response is the same for an organization that the member does not belong to and for one that does
    /// not exist.
    private func context(
        of member: StaffMember, _ token: SessionToken, _ route: AdminRoute, _ request: PageRequest,
        _ fields: FormFields
    ) async throws -> AdminRequestContext {
        let name = request.segment("org")
        guard member.belongs(to: name), let books = try await OrganizationScope(of: name, in: giving) else {
            throw ProblemPage.noAdminPage
        }
        guard member.role.permits(route.needed) else {
            let action = request.method == "POST" ? route.action(fields) : nil
            let change = AuditLogEvent(
                action ?? .adminRequest, by: .staff(member), from: request.network,
                organizations: [books.organization.id])
            try await staff.auditLog.refuse(change, "notPermitted")
            throw ProblemPage(
                403, "Your role does not allow this", "your role is \(member.role.rawValue)",
                remedy: "Ask the administrator of this server for access.")
        }
        return AdminRequestContext(
            fields: fields, books: books,
            seats: seats.map {
                OrganizationSeats(organization: books.organization.id, database: $0.database)
            },
            staff: OrganizationStaff(
                of: books.organization.id, as: member, in: staff, sendsMail: settings.sendsMail,
                browser: KnownBrowser(request.cookies[Self.browserCookie])),
            hosts: settings.hosts, mailsReceipts: settings.mailsReceipts, acceptsMail: settings.acceptsMail,
            statements: settings.isOnlyServer ? statements : nil,
            streams: StreamAccess(
                hub: live, exports: exports,
                owner: StreamOwner(
                    session: token.hash, member: member.id, organization: books.organization.id),
                lastEventID: request.lastEventID,
                isAdmitted: { [staff] in
                    guard let member = try? await staff.member(of: token) else { return false }
                    return member.belongs(to: name) && member.role.permits(route.needed)
                }, failed: failed),
            frame: frame(member, token, books.organization, route.section), random: random)
    }

    /// Redirects to the member's organization if there is exactly one. Otherwise, returns a page that lists
    /// the member's organizations.
    private func home(_ member: StaffMember, _ token: SessionToken) async throws -> PageResponse {
        let first: AdminPage = member.role.permits(.seeMoney) ? .overview : .tags
        if member.organizations.count == 1 {
            return .redirect(to: AdminPath.organization(member.organizations[0]) + first.path)
        }
        let ids = member.organizations
        let found = try await giving.database.read { transaction in
            try ids.compactMap { try transaction.organization($0) }
        }
        let page = OrganizationsPage(organizations: found, first: first)
        return frame(member, token).page(page)
    }

    // MARK: Signing in

    /// The name of the cookie with the session token. Before the sign-in, the cookie contains a random token,
    /// from which the form's CSRF token is derived.
    static let cookie = "tapctl-admin"
    /// The name of the cookie that is set when a member signs in. At later sign-ins, it identifies the
    /// browser as known.
    static let browserCookie = "tapctl-browser"
    /// The lifetime of ``browserCookie`` in seconds: 400 days, the longest that browsers accept.
    static let browserLifeSeconds: Int64 = 34_560_000
    /// The name of the form field with the CSRF token.
    static let formToken = "csrf"

    func kept(_ value: String) -> SetCookie {
        SetCookie(Self.cookie, value, path: AdminPath.root, isSecure: settings.isSecure)
    }

    /// Returns the response after a sign-in, with the session's cookie. If a second step follows, the cookie
    /// identifies the pending sign-in instead. For a new session, the response also sets ``browserCookie``.
    func keeping(
        _ session: SessionToken, _ known: KnownBrowser?, _ answer: PageResponse
    ) async throws -> PageResponse {
        guard let browser = try await staff.remembered(known, after: session) else {
            return .setting(kept(session.text), answer)
        }
        let cookie = SetCookie(
            Self.browserCookie, browser.text, path: AdminPath.root, isSecure: settings.isSecure,
            lifeSeconds: Self.browserLifeSeconds)
        return .setting(kept(session.text), .setting(cookie, answer))
    }

    /// Ends a session or a pending sign-in. Members can sign out even before they add a required second
    /// factor.
    private func signOut(_ token: SessionToken?, from network: String?) async throws -> PageResponse {
        if let token { try await staff.signOut(token, from: network) }
        return signedOut
    }

    /// The response after the end of a session. It makes the browser delete its stored copies of the staff
    /// pages.
    var signedOut: PageResponse { .setting(kept(""), .clearing(.redirect(to: AdminPath.signIn()))) }

    private func signIn(
        _ request: PageRequest, _ fields: FormFields, _ token: SessionToken?
    ) async throws -> PageResponse {
        guard request.method == "POST" else {
            let shown = token ?? SessionToken(random: random)
            let page = SignInPage(formToken: shown.csrfToken.text, organization: try await onlyName)
            let answer = signInPage(page, status: 200)
            return token == nil ? .setting(kept(shown.text), answer) : answer
        }
        let email = fields["email"] ?? ""
        let known = KnownBrowser(request.cookies[Self.browserCookie])
        do {
            let session = try await staff.signIn(
                email: email, password: fields.typed("password") ?? "", browser: known, from: request.network,
                isFactorRequired: settings.requiresSecondFactor)
            // The old token becomes invalid, so an attacker who planted it gains nothing.
            if let token { try await staff.signOut(token, from: request.network) }
            let needsCode = try await staff.secondStep(of: session) != nil
            return try await keeping(
                session, known, .redirect(to: needsCode ? AdminPath.secondFactor() : AdminPath.root))
        } catch let error as StaffError {
            let page = SignInPage(
                formToken: token?.csrfToken.text ?? "", email: email, organization: try await onlyName,
                complaint: error)
            return signInPage(page, status: error.code == .busy ? 503 : error.code == .paused ? 429 : 403)
        }
    }

    /// The name of the server's organization; nil if the server has none or several.
    private var onlyName: String? {
        get async throws {
            let found = try await giving.database.read { try $0.organizations(after: nil, limit: 2) }
            return found.count == 1 ? found[0].displayName : nil
        }
    }

    func signInPage(_ page: SignInPage, status: Int) -> PageResponse {
        signInFrame.page(page, status: status)
    }

    func frame(
        _ member: StaffMember, _ token: SessionToken, _ organization: Organization? = nil,
        _ section: AdminPage? = nil
    ) -> AdminFrame {
        var frame = signInFrame
        frame.member = member
        frame.formToken = token.csrfToken.text
        frame.organization = organization
        frame.current = section
        return frame
    }

    // MARK: Problems

    private func problem(_ error: any Error) -> PageResponse {
        let page: ProblemPage
        switch error {
        case let error as ProblemPage: page = error
        case let error as GivingError:
            page = ProblemPage(error.isAbsence ? 404 : 422, "This cannot be done", StaffSentence.of(error))
        case let error as PaymentError:
            page = ProblemPage(
                error.category == .notFound ? 404 : 503, "This cannot be done right now",
                StaffSentence.of(error))
        default:
            failed(error)
            page = ProblemPage(
                503, "Something went wrong", "the server could not create this page",
                remedy: "Try again in a moment. Nothing is done twice.")
        }
        let answer = signInFrame.page(page.title, page.body + AdminFrame.wayHome, status: page.status)
        return page.secondsToWait.map { .retry(after: $0, answer) } ?? answer
    }
}
