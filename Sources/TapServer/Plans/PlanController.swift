import DatabaseKit
import DisplayKit
import Giving
import PaymentCore
public import Plans
import ServerKit
public import TimeKit
import TokenKit

/// The controller of the pages on which a plan is bought and managed.
///
/// A subscription's token is derived from the offer's token and a secret in the buyer's cookie. Submitting a
/// form twice therefore buys the plan only once. Two buyers who open the same offer link get different
/// subscriptions. Anyone with the subscription's link can manage the subscription without signing in.
public struct PlanController: ProductPages, FramedPages {
    typealias Token = SecretToken<LetterToken128>

    let service: PlanService
    let frame: PageFrame
    let isSecure: Bool
    let clock: WallClock
    /// Returns 64 unpredictable random bits per call, for tokens and cookies.
    let random: RandomSource
    /// Sends the buyer's response to the simulated bank's challenge, and updates the payment intent.
    let answerBank: BankAnswer
    /// Called with each unexpected error, to log the error.
    let failed: ErrorReport

    /// Creates a controller for the pages of a plan service.
    ///
    /// - Parameters:
    ///   - clock: The clock that determines the dates of charges.
    ///   - random: Returns 64 unpredictable random bits per call, for tokens and cookies.
    ///   - isPublicSimulation: Whether the site is a public simulation. If so, each page states this.
    ///   - isSecure: Whether the site is reached over TLS. If so, the cookie is sent only over TLS.
    ///   - answerBank: Sends the buyer's response to the simulated bank's challenge, and updates the payment
    ///     intent.
    ///   - failed: Called with each unexpected error, to log the error.
    public init(
        service: PlanService, isPublicSimulation: Bool = false, isSecure: Bool = false,
        clock: WallClock, random: @escaping RandomSource,
        answerBank: @escaping BankAnswer,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.service = service
        frame = PageFrame(isPublicSimulation: isPublicSimulation)
        self.isSecure = isSecure
        self.clock = clock
        self.random = random
        self.answerBank = answerBank
        self.failed = failed
    }

    package var places: [RoutePlace] { Self.routes.places }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    public func answer(_ request: PageRequest) async -> PageResponse {
        do {
            guard request.place.owner == Self.routes.owner else { return page(.noPlan) }
            return try await Self.routes.answer(request, on: self)
        } catch {
            failed(error)
            return page(.ours)
        }
    }

    /// The routes of the plan pages.
    static let routes = RouteTable<PlanController>(
        "plans",
        [
            PageRoute(
                PlanPath.offer, limit: .gift, get: { $0.offer($1.segment("code")) }),
            PageRoute(
                PlanPath.own, limit: .gift,
                get: { try await $0.own($1.token, $1) },
                post: { try await $0.own($1.token, $1) }),
            PageRoute(
                PlanPath.change, limit: .gift,
                post: { try await $0.change($1.token, $1) }),
            PageRoute(
                PlanPath.bank, limit: .gift,
                post: { try await $0.bank($1.token, $1) }),
        ])

    private func offer(_ code: String) -> PageResponse {
        guard let plan = service.catalogue.plan(code) else { return page(.noPlan) }
        return page(PlanOfferPage(plan: plan, token: Token(random: random).text))
    }

    private func own(_ text: String, _ request: PageRequest) async throws -> PageResponse {
        guard let token = Token(text) else { return page(.noPlan) }
        let isBuying = request.method == "POST"
        if let status = try await bought(token) {
            return isBuying ? .redirect(to: own(token)) : shown(status, text)
        }
        let secret = BuyerCookie.read(request.cookies)
        let mine = secret?.following(token.text)
        // The plan is already bought, by a second click or an earlier form. A declined purchase is tried again.
        if let mine, try await bought(mine) != nil { return .redirect(to: own(mine)) }
        for token in [token, mine] {
            if let token, try await isReplaced(token) { return page(.replacedLink) }
        }
        let fields = isBuying ? request.fields : FormFields(request.query)
        guard let fields, let plan = fields["plan"].flatMap({ service.catalogue.plan($0) }),
            let interval = fields["interval"].map({ ChargeInterval(rawValue: $0) }) ?? .month,
            let price = plan.price(every: interval)
        else { return page(.noPlan) }
        var checkout = PlanCheckoutPage(
            plan: plan, price: price, token: text, today: clock.now().date, next: next(after: price.interval))
        guard isBuying else { return review(checkout, keeping: secret) }
        checkout.contact = Contact(fields)
        checkout.card = fields["method"]
        checkout.typedCode = fields["promotion"] ?? ""
        do throws(PlanRefusal) {
            guard let mine else { throw .noCookie }
            checkout.promotion = try await promotion(checkout.typedCode, for: price)
            // If a code was entered, changed or removed, the buyer sees the new amounts before the charge.
            let applied = fields["applied"] ?? ""
            guard applied == checkout.promotion?.id ?? "" else {
                checkout.isCodeRemoved = checkout.promotion == nil
                return review(checkout, keeping: secret)
            }
            try await buy(mine, checkout, client: request.client)
            return .redirect(to: own(mine))
        } catch {
            checkout.complaint = error.sentence
            // The buyer has to choose another card.
            checkout.card = nil
            return review(checkout, keeping: secret, status: error.status)
        }
    }

    /// Returns the review page. If `secret` is nil because the browser has no secret yet, the response also
    /// sets a cookie with a new secret.
    private func review(_ checkout: PlanCheckoutPage, keeping secret: Token?, status: Int = 200)
        -> PageResponse
    {
        let answer = page(checkout, status: status)
        guard secret == nil else { return answer }
        return .setting(BuyerCookie.of(Token(random: random), isSecure: isSecure), answer)
    }

    /// Buys a plan. Stores the subscription's link before the charge, so that the buyer can find the result
    /// even if the response is lost.
    private func buy(
        _ token: Token, _ checkout: PlanCheckoutPage, client: String?
    ) async throws(PlanRefusal) {
        let contact = checkout.contact
        if let flaw = DisplayText.flaw(in: contact.name, atMost: DisplayText.longestName) {
            throw PlanRefusal("Your name \(flaw.summary). \(flaw.remedy.capital).")
        }
        guard EmailAddress(contact.email) != nil else {
            throw PlanRefusal("Please enter an e-mail address like someone@example.org.")
        }
        guard !CardNumber.stands(in: contact.name) else {
            throw PlanRefusal(DonorSentence.of(GivingError(.cardNumber)))
        }
        guard let card = checkout.card.flatMap(TestCard.init) else { throw PlanRefusal("Choose a card.") }
        // No organization's id has this prefix, so no organization's API key can read this subscription.
        let subscriber = "-/\(token.hash.prefix(32))"
        do {
            try await service.database.write {
                try $0.save(PageLink(hash: token.hash, to: .subscriber, subscriber))
            }
            _ = try await service.checkout(
                .price(checkout.price.id), for: subscriber,
                by: Payer(name: contact.name, email: contact.email, phone: nil, client: client),
                method: card.rawValue, promotionCode: checkout.promotion?.code)
        } catch let error as PlanError where error.code == .alreadySubscribed {
            // Another request was faster.
        } catch let error as PaymentError {
            throw PlanRefusal(DonorSentence.of(error), status: error.statusCode)
        } catch {
            failed(error)
            throw PlanRefusal(
                "The purchase could not be completed. Try again. You will not be charged twice.", status: 503)
        }
    }

    /// Returns the promotion for a typed code; nil if the field is empty.
    private func promotion(_ code: String, for price: PlanPrice) async throws(PlanRefusal) -> Promotion? {
        guard !code.isEmpty else { return nil }
        do {
            return try await service.promotion(String(code.prefix(40)), for: price)
        } catch is PlanError {
            throw PlanRefusal(
                "This promotion code cannot be used. Check it, or remove it. Nothing was charged.")
        } catch {
            failed(error)
            throw PlanRefusal(
                "The promotion code could not be checked. Nothing was charged. Try again.", status: 503)
        }
    }

    /// Sends the buyer's response to the simulated bank. Returns the page with the result, or a redirect to
    /// it.
    private func bank(_ text: String, _ request: PageRequest) async throws -> PageResponse {
        guard let token = Token(text), let subscriber = try await subscriber(of: token)
        else { return page(.noPlan) }
        guard let intent = try await service.refresh(subscriber).intentWaitingForBank,
            let isPassed = request.isPassed
        else {
            return .redirect(to: own(token))
        }
        try await answerBank(intent, isPassed)
        let status = try await service.refresh(subscriber)
        guard status.view == .free else { return .redirect(to: own(token)) }
        return shown(
            status, text,
            complaint: DonorSentence.ofRefusal(PaymentFailure.authenticationFailure, isDecline: true))
    }

    /// Returns the status of the subscription that was bought with this token. Returns nil if the token has
    /// never been used for a successful purchase, for example because the card was declined.
    private func bought(_ token: Token) async throws -> PlanStatus? {
        guard let subscriber = try await subscriber(of: token) else { return nil }
        let status = try await service.refresh(subscriber)
        return status.view == .free ? nil : status
    }

    private func change(_ text: String, _ request: PageRequest) async throws -> PageResponse {
        guard let token = Token(text), let subscriber = try await subscriber(of: token)
        else { return page(.noPlan) }
        let fields = request.fields
        do {
            if fields?["change"] == "plan", let price = fields?["price"] {
                let isLater = price.hasPrefix("later:")
                _ = try await service.changePlan(
                    of: subscriber, to: .price(isLater ? String(price.dropFirst("later:".count)) : price),
                    mayCharge: !isLater, client: request.client)
            } else if let change = Self.change(fields) {
                _ = try await service.change(subscriber, change, client: request.client)
            }
        } catch is PlanError {
            // The subscription has changed or ended in the meantime. The page shows its current state.
        } catch let error as PaymentError {
            return shown(
                try await service.status(of: subscriber), text, complaint: DonorSentence.of(error))
        }
        return .redirect(to: own(token))
    }

    private static func change(_ fields: FormFields?) -> PlanChange? {
        switch fields?["change"] {
        case "end": .cancelAtPeriodEnd
        case "now": .cancelNow
        case "resume": .resume
        case "card": fields?["method"].flatMap(TestCard.init).map { .method($0.rawValue) }
        default: nil
        }
    }

    /// Returns the id of the subscriber whose page the token opens; nil if the token does not open a
    /// subscriber's page. The lookup uses the token's hash, so its duration reveals nothing about existing
    /// tokens.
    private func subscriber(of token: Token) async throws -> String? {
        let link = try await service.database.read { try $0.pageLink(hash: token.hash) }
        return link?.kind == .subscriber ? link?.subject : nil
    }

    /// Returns whether a newer link has replaced the link with this token.
    private func isReplaced(_ token: Token) async throws -> Bool {
        try await service.database.read { try $0.isPageLinkWithdrawn(hash: token.hash) }
    }

    private func shown(_ status: PlanStatus, _ token: String, complaint: String? = nil) -> PageResponse {
        page(
            PlanStatusPage(
                status: status, bought: status.productID.flatMap(service.catalogue.plan(ofProduct:)),
                nextName: status.next.flatMap { service.catalogue.plan(ofProduct: $0.product)?.name },
                token: token, complaint: complaint))
    }

    /// Returns the day one interval after today. If the resulting month does not have this day, returns the
    /// last day of that month.
    private func next(after interval: ChargeInterval) -> CalendarDate {
        MonthlyAnchor(clock.now()).occurrence(interval.months).date
    }

    private func own(_ token: Token) -> String { PlanPath.own(token.text) }

}

/// The reason that a plan was not bought, as a sentence for the buyer.
private struct PlanRefusal: Error {
    let sentence: String
    let status: Int

    init(_ sentence: String, status: Int = 422) {
        self.sentence = sentence
        self.status = status
    }

    /// The error for a browser that does not send the cookie with the buyer's secret. Without the secret, the
    /// server could not recognize a form that is submitted twice.
    static let noCookie = PlanRefusal(
        "Nothing was charged: your browser did not accept this page's cookie. Allow cookies and try again."
    )
}

extension ProblemPage {
    fileprivate static let replacedLink = ProblemPage(
        410, "This link was replaced", "a new link to this plan was created",
        remedy: "Nothing was charged. Use the new link to see or change the plan.")

    fileprivate static let noPlan = ProblemPage(
        404, "This link does not open a plan",
        "the link was not copied completely, or the plan does not exist",
        remedy: "Nothing was charged. Ask the sender for a new link.")
}

/// The paths of the plan pages. An offer's path contains the plan's code. The paths for buying a plan and
/// managing a subscription contain a token.
enum PlanPath {
    /// The path prefix for which the buyer's cookie is set.
    static let root = "/-/plan"

    /// The path of the page with the features and the price of a plan.
    static let offer: RoutePath = "/plan/{code}"
    /// The path of the page for buying a plan and managing the subscription. Before the purchase, the query
    /// selects the plan to review. After the purchase, the page shows the subscription.
    static let own: RoutePath = "/-/plan/{!token}"
    /// The path of the forms that change the plan or the card, cancel the plan, or resume it.
    static let change: RoutePath = "/-/plan/{!token}/change"
    /// The path to which the buyer's response to the bank is sent.
    static let bank: RoutePath = "/-/plan/{!token}/bank"
}

/// The cookie with the buyer's secret. It is set when the buyer reviews a plan. The secret and the offer's
/// token together determine the token of the purchase.
///
/// Two people who open the same offer link therefore get different URLs for their purchases. Neither can
/// guess the other's URL.
enum BuyerCookie {
    /// The cookie's name.
    static let name = "buyer"

    /// Returns the cookie with this secret. The cookie lasts until the browser is closed.
    static func of(_ secret: SecretToken<LetterToken128>, isSecure: Bool) -> SetCookie {
        SetCookie(name, secret.text, path: PlanPath.root, isSecure: isSecure)
    }

    /// Returns the secret from the cookie; nil if the cookie is missing or invalid.
    static func read(_ cookies: Cookies) -> SecretToken<LetterToken128>? { SecretToken(cookies[name]) }
}
