import DatabaseKit
public import MoneyKit
public import Payees
import PaymentCore
import ServerKit
import TimeKit
import TokenKit

/// The controller of the pages for payees. It maps requests to responses.
///
/// The payee's link is the credential. A request is accepted only with the link's token, which the browser
/// keeps in a cookie of this site (``LinkExchange``). A form on another site therefore has no effect.
public struct PayeeController: ProductPages, FramedPages {
    /// The processor whose pages the "Connect" button opens.
    public enum Processor: Sendable {
        /// A simulated processor. A person chooses an outcome on its page, and the closure applies the
        /// outcome to the account.
        case simulated(@Sendable (_ account: String, SimulatedOnboarding) async throws -> Void)
        /// A processor that hosts its onboarding pages. The "Connect" button requests a new link to these
        /// pages from the processor, and redirects the payee to the link. A link to any host that is not in
        /// `pages` is refused. After the onboarding, the processor sends the payee back to this site, whose
        /// address is `base`.
        case linked(base: String, pages: ProcessorPages)
    }

    let service: PayeeService
    let frame: PageFrame
    let processor: Processor
    /// Returns the currency of a payee's account, which is also the currency of the amounts on the payee's
    /// page.
    let currency: @Sendable (PayeeProfile) async throws -> Currency
    /// Logs an unexpected error.
    let failed: ErrorReport

    /// Creates the pages of payees.
    ///
    /// - Parameters:
    ///   - processor: The processor that onboards the accounts.
    ///   - currency: Returns the currency of a payee's account, which is also the currency of the amounts on
    ///     the payee's page.
    ///   - isPublicSimulation: Whether the site is a public simulation. If so, each page states this.
    ///   - failed: Logs an unexpected error.
    public init(
        service: PayeeService, processor: Processor, isPublicSimulation: Bool = false,
        currency: @escaping @Sendable (PayeeProfile) async throws -> Currency = { _ in .usd },
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.service = service
        self.processor = processor
        frame = PageFrame(isPublicSimulation: isPublicSimulation)
        self.currency = currency
        self.failed = failed
    }

    package var places: [RoutePlace] { Self.routes.places }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    public func answer(_ request: PageRequest) async -> PageResponse {
        do {
            guard request.place.owner == Self.routes.owner, let profile = try await profile(request.token)
            else {
                return page(.noPayee)
            }
            let context = PageContext(site: self, profile: profile, token: request.token)
            return try await Self.routes.answer(request, on: context)
        } catch {
            failed(error)
            return page(.ours)
        }
    }

    /// Returns the payee for a token; nil if the token does not belong to a payee. The lookup uses the
    /// token's hash, so its duration reveals nothing about existing tokens.
    private func profile(_ token: String) async throws -> PayeeProfile? {
        guard let token = SecretToken<LetterToken128>(token) else { return nil }
        return try await service.database.read { transaction in
            guard let link = try transaction.pageLink(hash: token.hash), link.kind == .payee else {
                return nil
            }
            return try transaction.payeeProfile(link.subject)
        }
    }

    /// The route table of a payee's pages.
    static let routes = RouteTable<PageContext>(
        "payees",
        [
            PageRoute(PayeePath.payee, get: { try await $0.earnings($1) }),
            PageRoute(PayeePath.year, get: { try await $0.year($1.segment("year")) }),
            PageRoute(
                PayeePath.connect,
                // The processor redirects a payee with an expired link here. A GET never creates an account.
                get: { context, _ in
                    context.profile.account == nil ? context.back : try await context.connect()
                },
                post: { context, _ in try await context.connect() }),
            PageRoute(
                PayeePath.processor, get: { context, _ in context.simulated() },
                post: { try await $0.play($1) }),
        ])

    /// A request from a payee, with the payee's profile.
    struct PageContext {
        let site: PayeeController
        let profile: PayeeProfile
        let token: String
    }
}

extension PayeeController.PageContext {
    private var service: PayeeService { site.service }
    fileprivate var back: PageResponse { .redirect(to: PayeePath.payee(token)) }

    /// Creates the payee's account if it does not exist yet, and redirects to the processor's onboarding
    /// page.
    fileprivate func connect() async throws -> PageResponse {
        let connected = try await service.setUpPayouts(of: profile.id, in: site.currency(profile))
        guard case .linked(let base, let pages) = site.processor else {
            return .redirect(to: PayeePath.processor(token))
        }
        guard let account = connected.account else { throw PayeeError(.notConnected) }
        let link = try await service.payments.onboardingLink(
            for: account, refreshURL: base + PayeePath.connect(token),
            returnURL: base + PayeePath.payee(token))
        guard pages.contain(link) else { throw ForeignLinkError() }
        return .redirect(to: link)
    }

    /// Returns the simulated processor's page. If the processor is not simulated or the payee has no account,
    /// redirects to the payee's page.
    fileprivate func simulated() -> PageResponse {
        guard case .simulated = site.processor, profile.account != nil else { return back }
        return site.page(SimulatedOnboardingPage(name: profile.name, token: token))
    }

    /// Applies the outcome that was chosen on the simulated processor's page, and redirects to the payee's
    /// page.
    fileprivate func play(_ request: PageRequest) async throws -> PageResponse {
        let outcome = request.fields?["outcome"].flatMap(SimulatedOnboarding.init)
        if case .simulated(let play) = site.processor, let account = profile.account, let outcome {
            try await play(account, outcome)
            try await service.payments.refresh(payee: account)
        }
        return back
    }

    fileprivate func earnings(_ request: PageRequest) async throws -> PageResponse {
        let status = try await service.onboarding(of: profile.id)
        let isShown = status == .active || !service.gate.isOn
        let choice = EarningsChoice(FormFields(request.query))
        return site.page(
            PayeePage(
                profile: profile, status: status,
                work: isShown ? try await work(choice, request) : nil, token: token,
                complaint: isShown ? choice.complaint : nil))
    }

    fileprivate func year(_ text: String) async throws -> PageResponse {
        let status = try await service.onboarding(of: profile.id)
        guard status == .active || !service.gate.isOn else { return back }
        guard text.utf8.count == 4, let year = Int(text), LocalPeriod.year(year) != nil else {
            return site.page(.noYear)
        }
        let report = try await service.earnings(of: profile.id, inYear: year, site.currency(profile))
        return site.page(PayeeYearPage(report: report, token: token))
    }

    private func work(_ choice: EarningsChoice, _ request: PageRequest) async throws -> PayeePage.Work {
        let currency = try await site.currency(profile)
        return PayeePage.Work(
            earnings: try await service.earnings(of: profile.id, in: currency),
            history: try await service.history(
                of: profile.id, in: choice.period, after: FormFields(request.query)?["after"], limit: 20),
            choice: choice,
            chosen: try await service.earned(by: profile.id, in: choice.period, currency),
            year: profile.calendar.date(of: service.clock.now()).year)
    }
}

extension ProblemPage {
    fileprivate static let noPayee = ProblemPage(
        404, "This link is not valid", "the link was withdrawn, or was not copied completely",
        remedy: "Ask the sender for a new link.")

    fileprivate static let noYear = ProblemPage(
        404, "Invalid year", "the year must be between 0001 and 9998, such as 2026")
}

/// The paths below `/-/payee`. Each contains the token of a payee's link.
enum PayeePath {
    /// The path of the payee's page. It shows the onboarding state of the account or, after the setup, the
    /// earnings.
    static let payee: RoutePath = "/-/payee/{!token}"
    /// The path that redirects to the processor's onboarding page with a new link. The processor also sends
    /// the payee to this path if a link has expired.
    static let connect: RoutePath = "/-/payee/{!token}/connect"
    /// The path of the processor's simulated onboarding page.
    static let processor: RoutePath = "/-/payee/{!token}/processor"
    /// The path of the page with a year's earnings by month.
    static let year: RoutePath = "/-/payee/{!token}/year/{year}"
}
