import DatabaseKit
public import Dependents
import HTMLKit
import MoneyKit
import PaymentCore
import ServerKit

/// The controller of the Arabic pages on which a guardian pays fees. It maps requests to responses.
///
/// The guardian's link is the credential. A request is accepted only with the link's token, which the browser
/// keeps in a cookie of this site (``LinkExchange``). A form on another site therefore cannot start a
/// payment.
public struct DependentController: ProductPages, FramedPages {
    let service: DependentService
    let frame: PageFrame
    /// Sends the guardian's response to the simulated bank's challenge, and updates the payment.
    let answerBank: BankAnswer
    /// Logs an unknown link or id, or an unexpected error.
    let failed: ErrorReport

    /// Creates the pages for guardians.
    ///
    /// - Parameters:
    ///   - isPublicSimulation: Whether the site is a public simulation. If so, each page states this.
    ///   - answerBank: Sends the guardian's response to the simulated bank's challenge, and updates the
    ///     payment.
    ///   - failed: Logs an unknown link or id, or an unexpected error.
    public init(
        service: DependentService, isPublicSimulation: Bool = false,
        answerBank: @escaping BankAnswer,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.service = service
        frame = PageFrame(isPublicSimulation: isPublicSimulation, isArabic: true)
        self.answerBank = answerBank
        self.failed = failed
    }

    package var places: [RoutePlace] { Self.routes.places }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    public func answer(_ request: PageRequest) async -> PageResponse {
        do {
            return try await routed(request)
        } catch {
            failed(error)
            return page(DependentProblemPage(error))
        }
    }

    /// The routes of a guardian's pages.
    static let routes = RouteTable<PageContext>(
        "dependents",
        [
            PageRoute(DependentPath.list, get: { context, _ in context.list() }),
            PageRoute(DependentPath.review, get: { $0.review($1.segment("id")) }),
            PageRoute(
                DependentPath.approve, limit: .gift,
                post: { try await $0.approve($1.segment("id"), $1) }),
            PageRoute(DependentPath.confirmation, get: { $0.confirmation($1.segment("id")) }),
            PageRoute(
                DependentPath.bank, limit: .gift,
                get: { $0.bank($1.segment("id")) },
                post: { try await $0.answerBank($1.segment("id"), $1) }),
        ])

    /// The context of a guardian's request: the guardian, the reviews of the guardian's dependents, and the
    /// request's token.
    struct PageContext {
        let site: DependentController
        let guardian: Guardian
        var reviews: [DependentReview]
        let token: String
    }

    private func routed(_ request: PageRequest) async throws -> PageResponse {
        guard request.place.owner == Self.routes.owner else { throw DependentError.unknown("") }
        if let refusal = request.refusedMethod { return refusal }
        let guardian = try await service.guardian(token: request.token)
        let reviews = try await service.reviews(of: guardian.id)
        return try await Self.routes.answer(
            request, on: PageContext(site: self, guardian: guardian, reviews: reviews, token: request.token))
    }
}

extension DependentController.PageContext {
    private func existing(_ id: String) -> DependentReview? { reviews.first { $0.dependent.id == id } }

    private func session(at id: String) -> DependentSession {
        var session = DependentSession(reviews.map(\.dependent))
        session.navigate(to: id)
        return session
    }

    fileprivate func list(complaint: String? = nil) -> PageResponse {
        site.page(
            DependentListPage(reviews: reviews, token: token, complaint: complaint),
            status: complaint == nil ? 200 : 404)
    }

    fileprivate func review(_ id: String) -> PageResponse { shown(session(at: id)) }

    fileprivate func confirmation(_ id: String) -> PageResponse {
        guard let review = existing(id),
            [.confirmed, .partiallyRefunded].contains(review.enrolled.status)
        else { return .redirect(to: DependentPath.review(token, id)) }
        return site.page(DependentConfirmationPage(review: review, token: token))
    }

    /// Returns the page of the bank's challenge if the bank is waiting for the guardian's response.
    /// Otherwise, redirects to the review of the fee.
    fileprivate func bank(_ id: String) -> PageResponse {
        guard let review = existing(id), case .bankAsks(let amount) = review.approval else {
            return .redirect(to: DependentPath.review(token, id))
        }
        return site.page(
            ChallengePage(
                amount: amount, payee: review.agency.name, action: DependentPath.bank(token, id),
                isArabic: true))
    }

    /// Submits the guardian's response to the bank's challenge, and returns the next page.
    fileprivate func answerBank(_ id: String, _ request: PageRequest) async throws -> PageResponse {
        guard let review = existing(id), case .bankAsks = review.approval else {
            return .redirect(to: DependentPath.review(token, id))
        }
        guard let payment = review.enrolled.payment, let isPassed = request.isPassed else {
            return .redirect(to: DependentPath.bank(token, id))
        }
        try await site.answerBank(payment, isPassed)
        var session = session(at: id)
        _ = session.approve(id)
        if let now = try await site.service.database.read({ try $0.payment(payment) }) {
            session.finish(Self.outcome(of: now), of: id)
        }
        var context = self
        context.reviews = try await site.service.reviews(of: review.enrolled.guardian)
        return context.shown(session)
    }

    private static func outcome(of payment: Payment) -> DependentSession.Outcome {
        payment.state == .succeeded ? .paid : .failed(DependentSentence.of(payment))
    }

    /// Pays the fee, and returns the page that follows: the bank's challenge, the confirmation, or the review
    /// with an error.
    fileprivate func approve(_ id: String, _ request: PageRequest) async throws -> PageResponse {
        var session = session(at: id)
        let fields = request.fields
        let card = fields?["method"].flatMap(TestCard.init)
        let seen = fields?["fee"].flatMap { Int64($0) }.map { Money($0, .sar) }
        if session.approve(id) != nil {
            do {
                guard let card, let seen else { throw DependentError.unreadable }
                let (_, payment) = try await site.service.approve(
                    id, for: guardian.id, shown: seen, method: card.rawValue, client: request.client)
                if payment.state == .requiresAction {
                    return .redirect(to: DependentPath.bank(token, id))
                }
                session.finish(Self.outcome(of: payment), of: id)
            } catch {
                if !(error is DependentError || error is PaymentError) { site.failed(error) }
                session.finish(.failed(DependentSentence.of(error)), of: id)
            }
        }
        return shown(session, card: card)
    }

    /// Returns the page for the session's current screen.
    private func shown(_ session: DependentSession, card: TestCard? = nil) -> PageResponse {
        for line in session.log { site.failed(DependentError.unknown(line)) }
        switch session.screen {
        case .list, .home:
            return list(complaint: DependentSentence.of(DependentError.unknown("")))
        case .confirmation(let dependent):
            return .redirect(to: DependentPath.confirmation(token, dependent.id))
        case .review(let dependent):
            guard let review = reviews.first(where: { $0.dependent == dependent }) else { return list() }
            // If there is no fee, the page says so without an error message.
            let complaint = review.approval == .noFee ? nil : session.error
            return site.page(
                DependentReviewPage(review: review, token: token, card: card, complaint: complaint),
                status: session.error == nil ? 200 : 422)
        }
    }
}

/// The paths below `/-/dependents`. Each contains the token of a guardian's link.
enum DependentPath {
    static let list: RoutePath = "/-/dependents/{!token}"
    static let review: RoutePath = "/-/dependents/{!token}/{id}/review"
    static let approve: RoutePath = "/-/dependents/{!token}/{id}/approve"
    static let confirmation: RoutePath = "/-/dependents/{!token}/{id}/confirmation"
    /// The path of the bank's challenge page. The form on this page is submitted to the same path.
    static let bank: RoutePath = "/-/dependents/{!token}/{id}/bank"
}
