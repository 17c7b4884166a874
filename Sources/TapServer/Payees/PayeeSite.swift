import DatabaseKit
public import MoneyKit
public import Payees
import PaymentCore
import ServerKit
import TimeKit
import TokenKit

/// The pages of whoever is paid for work, as a function from requests to answers.
///
/// Whoever has the link is that payee: its token stands in every address, so that nothing is kept in a browser, and no
/// form of another site does anything.
public struct PayeeSite: ProductPages, FramedPages {
    /// What stands on the other side of "Connect".
    public enum Processor: Sendable {
        /// Its page is played here: what a person did there becomes of the account.
        case simulated(@Sendable (_ account: String, SimulatedOnboarding) async throws -> Void)
        /// It has pages of its own: a fresh link is asked for, that leads back to these addresses.
        case linked(base: String)
    }

    let desk: PayeeDesk
    let frame: PageFrame
    let processor: Processor
    /// In which currency an account is made and sums are told.
    let currency: @Sendable (PayeeProfile) async throws -> Currency
    /// Hears of what could not be done: for a log.
    let failed: @Sendable (any Error) -> Void

    /// A site over a desk.
    ///
    /// - Parameters:
    ///   - processor: Whose pages onboard an account.
    ///   - currency: In which an account is made and sums are told.
    ///   - isPublicSimulation: Anybody can open it: each page says so.
    ///   - failed: Hears of what nobody expected.
    public init(
        desk: PayeeDesk, processor: Processor, isPublicSimulation: Bool = false,
        currency: @escaping @Sendable (PayeeProfile) async throws -> Currency = { _ in .usd },
        failed: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.desk = desk
        self.processor = processor
        frame = PageFrame(isPublicSimulation: isPublicSimulation)
        self.currency = currency
        self.failed = failed
    }

    package var places: [RoutePlace] { Self.routes.places }

    /// The answer to a request; whatever is wrong is a page that says so.
    public func answer(_ request: PageRequest) async -> PageAnswer {
        do {
            guard request.place.owner == Self.routes.owner, let profile = try await profile(request.token)
            else {
                return page(.noPayee)
            }
            return try await Self.routes.answer(request, on: Visit(site: self, profile: profile))
        } catch {
            failed(error)
            return page(.ours)
        }
    }

    /// Found by its hash: how long that takes says nothing of the tokens that there are.
    private func profile(_ token: String) async throws -> PayeeProfile? {
        guard let token = SecretToken<LetterToken128>(token) else { return nil }
        return try await desk.database.read { transaction in
            guard let link = try transaction.pageLink(hash: token.hash), link.kind == .payee else {
                return nil
            }
            return try transaction.payeeProfile(link.subject)
        }
    }

    /// The pages of a payee.
    static let routes = RouteTable<Visit>(
        "payees",
        [
            PageRoute(
                PayeePath.payee,
                get: { try await $0.site.shown($0.profile, $1.token, $1) }),
            PageRoute(
                PayeePath.year,
                get: { try await $0.site.shown($0.profile, $1.token, year: $1.segment("year")) }),
            PageRoute(
                PayeePath.connect,
                get: { visit, request in
                    // The processor redirects a payee with an expired link here. A GET never creates an account.
                    guard visit.profile.account != nil else {
                        return .redirect(to: PayeePath.payee(request.token))
                    }
                    return try await visit.site.connect(visit.profile, request.token)
                },
                post: { try await $0.site.connect($0.profile, $1.token) }),
            PageRoute(
                PayeePath.processor,
                get: { $0.site.simulated($0.profile, $1.token) },
                post: { try await $0.site.play($0.profile, $1) }),
        ])

    /// A request by a payee.
    struct Visit: Sendable {
        let site: PayeeSite
        let profile: PayeeProfile
    }

    /// Creates the account if there is none, and redirects to the processor's pages.
    private func connect(_ profile: PayeeProfile, _ token: String) async throws -> PageAnswer {
        let connected = try await desk.setUpPayouts(of: profile.id, in: currency(profile))
        guard case .linked(let base) = processor else {
            return .redirect(to: PayeePath.processor(token))
        }
        guard let account = connected.account else { throw PayeeError(.notConnected) }
        return .redirect(
            to: try await desk.payments.onboardingLink(
                for: account, refreshURL: base + PayeePath.connect(token),
                returnURL: base + PayeePath.payee(token)))
    }

    /// Shows the processor's page, if it is simulated and there is an account.
    private func simulated(_ profile: PayeeProfile, _ token: String) -> PageAnswer {
        guard case .simulated = processor, profile.account != nil else {
            return .redirect(to: PayeePath.payee(token))
        }
        return self.page(SimulatedOnboardingPage(name: profile.name, token: token))
    }

    /// Applies the person's choice on the processor's page.
    private func play(_ profile: PayeeProfile, _ request: PageRequest) async throws -> PageAnswer {
        let outcome = FormFields(request.form)?["outcome"].flatMap(SimulatedOnboarding.init)
        if case .simulated(let play) = processor, let account = profile.account, let outcome {
            try await play(account, outcome)
            try await desk.payments.refresh(payee: account)
        }
        return .redirect(to: PayeePath.payee(request.token))
    }

    private func shown(_ profile: PayeeProfile, _ token: String, _ request: PageRequest) async throws
        -> PageAnswer
    {
        let status = try await desk.onboarding(of: profile.id)
        let isShown = status == .active || !desk.gate.isOn
        let choice = EarningsChoice(FormFields(request.query))
        return self.page(
            PayeePage(
                profile: profile, status: status,
                work: isShown ? try await work(of: profile, choice, request) : nil, token: token,
                complaint: isShown ? choice.complaint : nil))
    }

    private func shown(_ profile: PayeeProfile, _ token: String, year text: String) async throws -> PageAnswer
    {
        let status = try await desk.onboarding(of: profile.id)
        guard status == .active || !desk.gate.isOn else {
            return .redirect(to: PayeePath.payee(token))
        }
        guard text.utf8.count == 4, let year = Int(text), LocalPeriod.year(year) != nil else {
            return page(.noYear)
        }
        let report = try await desk.earnings(of: profile.id, inYear: year, currency(profile))
        return self.page(PayeeYearPage(report: report, token: token))
    }

    private func work(
        of profile: PayeeProfile, _ choice: EarningsChoice, _ request: PageRequest
    ) async throws -> PayeePage.Work {
        let currency = try await currency(profile)
        return PayeePage.Work(
            earnings: try await desk.earnings(of: profile.id, in: currency),
            history: try await desk.history(
                of: profile.id, in: choice.period, behind: FormFields(request.query)?["after"], limit: 20),
            choice: choice,
            chosen: try await desk.earned(by: profile.id, in: choice.period, currency),
            year: profile.calendar.date(of: desk.clock.now()).year)
    }

}

extension ProblemPage {
    fileprivate static var noPayee: ProblemPage {
        ProblemPage(
            404, "This link leads nowhere", "it was withdrawn, or was not copied whole",
            remedy: "Ask whoever sent it for a new one.")
    }

    fileprivate static var noYear: ProblemPage {
        ProblemPage(404, "There is no such year", "A year has four digits, like 2026")
    }
}

/// The paths below `/-/payee`: each contains the token of a payee's link.
enum PayeePath {
    /// The onboarding state of the account; once it is active, the earnings.
    static let payee: RoutePath = "/-/payee/{token}"
    /// Redirects to the processor's pages with a new link. It is also the refresh URL of these links.
    static let connect: RoutePath = "/-/payee/{token}/connect"
    /// The processor's page, as simulated.
    static let processor: RoutePath = "/-/payee/{token}/processor"
    /// A year's earnings by month.
    static let year: RoutePath = "/-/payee/{token}/year/{year}"
}
