import DatabaseKit
import Giving
import InvocationRouter
import PaymentCore
import TokenKit

extension TapController {
    /// Returns the page for a tag's URL.
    ///
    /// The URL contains either the id of a managed tag, or an organization and an optional fund. The
    /// receiving account always comes from the directory.
    func open(_ request: PageRequest) async throws -> PageResponse {
        // The client's `Host` header is not trusted, so the URL is built from the request target alone.
        let url = "https://\(settings.hosts.primary)\(request.target)"
        let route = try Route.parse(url, profile: .tap, hosts: settings.hosts)
        let verdict = try await recorder.prove(url)
        // After the verification, which may have stored a counter.
        let organizations = try await organizations.current()
        let resolution: Resolution?
        do {
            resolution = try await route.resolved(
                in: organizations, tags: tags?.at(organizations.version), sun: verdict, hosts: settings.hosts)
        } catch let error as ResolutionError {
            return page(ProblemPage(error, fundsURL: route.withoutFund))
        }
        guard let resolution else {
            // A payment or plan link that is spelled as printed would have matched its own route, so this one is
            // misspelled.
            return page(
                ProblemPage(
                    404, "This link is not valid",
                    "payment links begin with /pay/ and plan links with /plan/, in lower case",
                    remedy: "Nothing was charged. Check that you typed the link exactly as you received it."))
        }
        var choice = choice(resolution)
        choice.tap = try await recorder.keep(
            url, route, resolution.organization.id, verdict, route.source)
        let notes = resolution.warnings.compactMap { Self.note($0, resolution.organization) }
        return keepingSecret(
            notes.isEmpty
                ? try await cachedGivingPage(choice, in: organizations)
                : try await givingPage(choice, in: organizations, notes: notes, isRestorable: true),
            request)
    }

    /// Returns the giving page that a tap opens. Reuses the cached parts of an earlier page with the same
    /// choices.
    private func cachedGivingPage(
        _ choice: GiftChoice, in organizations: OrganizationCache.Directory
    ) async throws -> PageResponse {
        let wallet = world.wallet.device
        let key = GivingPageKey(choice, wallet)
        let cached = try await givingPages.value(for: key, at: organizations.version) {
            let offer = try await offer(choice, in: organizations)
            var page = GivingPage(offer: offer, choice: choice, wallet: wallet)
            page.isRestorable = true
            page.parts = page.createParts()
            return page
        }
        guard var page = cached else {
            throw GivingError(.unknownOrganization, String(choice.organization.prefix(64)))
        }
        page.choice = choice
        return answer(page)
    }

    private func choice(_ resolution: Resolution) -> GiftChoice {
        var choice = GiftChoice(organization: resolution.organization.id, key: FormKey(random: random))
        choice.fund = resolution.fund?.id
        choice.isMonthly = resolution.recurring
        choice.needsConfirmation = resolution.needsConfirmation
        return choice
    }

    /// Returns the giving page with the donor's choices filled in, including invalid ones.
    ///
    /// - Parameters:
    ///   - organizations: The organizations, if the caller has already looked them up.
    ///   - isRestorable: Whether the browser may show its stored copy of the page after "Back". The stored
    ///     copy keeps the form's key. A new request would return a form with a different key.
    func givingPage(
        _ choice: GiftChoice, in organizations: OrganizationCache.Directory? = nil, notes: [String] = [],
        complaint: String? = nil, question: AmountQuestion? = nil, isRestorable: Bool = false,
        isAmountRefused: Bool = false
    ) async throws -> PageResponse {
        let offer = try await offer(choice, in: organizations)
        var page = GivingPage(offer: offer, choice: choice, wallet: world.wallet.device)
        (page.notes, page.isRestorable) = (notes, isRestorable)
        (page.complaint, page.question, page.isAmountRefused) = (complaint, question, isAmountRefused)
        return answer(page)
    }

    private func answer(_ page: GivingPage) -> PageResponse {
        var frame = self.frame
        frame.banner = settings.banner
        return frame.answer(page)
    }

    private func offer(
        _ choice: GiftChoice, in found: OrganizationCache.Directory?
    ) async throws -> GivingOffer {
        var directory = found
        if directory == nil { directory = try await organizations.current() }
        guard let snapshot = try await directory?.snapshot(named: choice.organization) else {
            throw GivingError(.unknownOrganization, String(choice.organization.prefix(64)))
        }
        return giving.offer(of: snapshot, first: choice.fund)
    }

    /// Returns the giving page with the reason that the giving service refused the donor's choices. If the
    /// amount is ambiguous, the page asks which amount the donor means.
    func givingPage(_ choice: GiftChoice, refused error: GivingError) async throws -> PageResponse {
        let question = AmountQuestion(choice.amount, error.readings)
        var choice = choice
        // A donor who continues gives once.
        if error.code == .recurringNotOffered { choice.isMonthly = false }
        let sentence =
            DonorSentence.ofFund(error, try await fundName(error, choice)) ?? DonorSentence.of(error)
        return try await givingPage(
            choice, complaint: question?.complaint ?? sentence, question: question,
            isAmountRefused: error.isAboutAmount)
    }

    /// Returns the name of the fund that an error is about; nil if the error is not about a fund, or if the
    /// fund is unknown.
    private func fundName(_ error: GivingError, _ choice: GiftChoice) async throws -> String? {
        guard [.fundClosed, .recurringNotOffered, .oneTimeNotOffered].contains(error.code) else { return nil }
        return try await giving.database.read {
            try $0.fund(error.found, of: choice.organization)?.name
        }
    }

    /// Returns the note for the donor about a warning. Returns nil for a warning that does not concern the
    /// donor, such as a counter that did not increase.
    private static func note(_ warning: ResolutionError, _ organization: DirectoryOrganization) -> String? {
        let fund = organization.fund(warning.found)?.name ?? warning.found
        return switch warning.code {
        case .fundClosed: "\"\(fund)\" is closed. Please choose what your gift is for."
        case .recurringNotOffered:
            "\"\(fund)\" does not accept monthly gifts. The gift on this page is a one-time gift."
        case .tagMismatch, .sunRejected, .tagRevoked: warning.message
        default: nil
        }
    }
}

extension GivingError {
    /// Whether the error is about the amount of a gift.
    fileprivate var isAboutAmount: Bool {
        switch code {
        case .malformedAmount, .ambiguousAmount, .amountTooSmall, .amountTooLarge: true
        default: false
        }
    }
}

extension Route {
    /// The URL of the organization's page on which no fund is selected, so that the donor has to choose one.
    /// An empty `f` parameter means that no fund is selected, not even the default fund.
    fileprivate var withoutFund: String? {
        guard case .gift(let invocation) = self, let org = invocation.org else { return nil }
        return "/\(org)?f=&r=\(invocation.recurring ? 1 : 0)"
    }
}

/// The cache key of a giving page that a tap opens. The form's key and the tap are not included, because they
/// do not affect the cached parts of the page.
struct GivingPageKey: Hashable {
    private let organization: String
    private let fund: String?
    private let isMonthly: Bool
    private let needsConfirmation: Bool
    private let hasWallet: Bool

    init(_ choice: GiftChoice, _ wallet: WalletDevice) {
        (organization, fund, isMonthly) = (choice.organization, choice.fund, choice.isMonthly)
        (needsConfirmation, hasWallet) = (choice.needsConfirmation, wallet.canMakePayments)
    }
}
