public import Processor
import TimeKit

extension SimulatedProcessor {
    /// Opens an onboarding link. A link can be opened only once. A link preview in an e-mail program also
    /// counts as opening the link.
    ///
    /// - Returns: The forms, or the URL to redirect to if the link has expired or was already opened.
    /// - Throws: `resource_missing` with status 404 if the link does not exist.
    public func openOnboarding(_ token: String) async throws(ProcessorError) -> OnboardingRequestContext {
        try await transaction { work in
            let link = try work.onboardingLink(token)
            guard let opened = try work.visit(link) else { return .leaves(link.refreshURL) }
            return .page(try work.page(of: opened))
        }
    }

    /// Submits the onboarding forms of an account.
    ///
    /// - Parameters:
    ///   - token: The token in the URL of the onboarding link.
    ///   - session: The session token from the page, ``OnboardingPage/session``.
    ///   - outcome: The outcome of the onboarding, which the person chose on the page.
    ///   - code: The code sent to the person's phone: `000-000` in test mode. It is ignored if `outcome` is
    ///     `abandoned`.
    /// - Returns: The refresh URL if the session was already completed or is not the link's current session.
    ///   Otherwise, the return URL, or the forms with an error message if the code is wrong.
    /// - Throws: `resource_missing` with status 404 if the link does not exist.
    public func finishOnboarding(
        _ token: String, session: String, _ outcome: Account.OnboardingOutcome, code: String
    ) async throws(ProcessorError) -> OnboardingRequestContext {
        try await transaction { work in
            let link = try work.onboardingLink(token)
            guard let known = link.session, known == session, !link.isFinished else {
                return .leaves(link.refreshURL)
            }
            if outcome != .abandoned, code.filter(\.isNumber) != "000000" {
                var page = try work.page(of: link)
                page.problem = "The code is incorrect. In test mode, enter 000-000."
                return .page(page)
            }
            try work.finish(link, outcome)
            return .leaves(link.returnURL)
        }
    }

    /// Opens the dashboard of an onboarded account. A login link can be opened only once.
    ///
    /// - Throws: `resource_missing` with status 404 if the link does not exist, has expired or was already
    ///   opened.
    public func expressPage(of account: String, token: String) async throws(ProcessorError) -> ExpressPage {
        try await transaction { work in
            guard let link = try work.find(OnboardingLink.self, token), link.kind == "login",
                link.account == account, try work.visit(link) != nil
            else { throw ProcessorError.noSuch("login_link", token) }
            return try work.expressPage(of: work.inPath(Account.self, account))
        }
    }
}

extension EngineTransaction {
    fileprivate func onboardingLink(_ token: String) throws -> OnboardingLink {
        let link = try inPath(OnboardingLink.self, token)
        guard link.kind != "login" else { throw ProcessorError.noSuch("account_link", token) }
        return link
    }

    fileprivate func page(of link: OnboardingLink) throws -> OnboardingPage {
        let account = try inPath(Account.self, link.account)
        return OnboardingPage(
            account: account.id, name: account.businessName, currentlyDue: account.currentlyDue,
            session: link.session ?? "")
    }

    fileprivate func expressPage(of account: Account) throws -> ExpressPage {
        let payouts = try list(Payout.self, of: account.id, ListQuery(limit: 10)).data
        return ExpressPage(
            account: account.id, name: account.businessName,
            balances: try balances(of: account.id).map {
                "\(AmountText.onPage($0.available, $0.currency)) available, \(AmountText.onPage($0.pending, $0.currency)) pending"
            },
            bankLast4: try payoutBank(of: account.id, in: account.defaultCurrency)?.last4,
            payouts: payouts.map {
                ExpressPage.Payout(
                    id: $0.id, amount: AmountText.onPage($0.amount, $0.currency), status: $0.status.rawValue,
                    arrives: $0.arrivalDate.date.iso8601)
            })
    }
}

/// The result of opening an onboarding link or of submitting the onboarding forms.
public enum OnboardingRequestContext: Hashable, Sendable {
    /// The page shows these forms.
    case page(OnboardingPage)
    /// The page redirects to this URL.
    case leaves(String)
}

/// The contents of the onboarding forms.
public struct OnboardingPage: Hashable, Sendable {
    /// The account's id, `acct_…`.
    public var account: String
    /// The account's public name, or nil if it has none.
    public var name: String?
    /// The requirements that are currently due, under Stripe's names.
    public var currentlyDue: [String]
    /// The session token that must be submitted with the forms.
    public var session: String
    /// The error message about the last submission of the forms, or nil if there was no error.
    public var problem: String?
}

/// The contents of a connected account's dashboard.
public struct ExpressPage: Hashable, Sendable {
    /// The account's id, `acct_…`.
    public var account: String
    /// The account's public name, or nil if it has none.
    public var name: String?
    /// The balances, with one line per currency, such as `$95.00 available, $0.00 pending`.
    public var balances: [String]
    /// The last four digits of the bank account in the default currency. Nil if the account has no bank
    /// account in this currency.
    public var bankLast4: String?
    /// The newest payouts, at most 10.
    public var payouts: [Payout]

    /// A payout on the dashboard.
    public struct Payout: Hashable, Sendable {
        /// The payout's id, `po_…`.
        public var id: String
        /// The amount, such as `$95.00`.
        public var amount: String
        /// The status, such as `paid`.
        public var status: String
        /// The arrival date, such as `2026-03-06`.
        public var arrives: String
    }
}
