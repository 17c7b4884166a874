public import Processor
import TimeKit

extension SimulatedProcessor {
    /// Somebody opens an onboarding link: it is used up by that, also where a mail program only looks at it.
    ///
    /// - Returns: The forms; or where the person is sent, for a link that is expired or was opened before.
    /// - Throws: 404 for a link that nobody made.
    public func openOnboarding(_ token: String) async throws(ProcessorError) -> OnboardingRequestContext {
        try await transaction { work in
            let link = try work.onboardingLink(token)
            guard let opened = try work.visit(link) else { return .leaves(link.refreshURL) }
            return .page(try work.page(of: opened))
        }
    }

    /// Somebody sends the forms of an onboarding.
    ///
    /// - Parameters:
    ///   - session: What the forms were given.
    ///   - code: What the person was sent to their telephone: `000-000` in test mode.
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
                page.problem = "The code is wrong: in test mode it is 000-000."
                return .page(page)
            }
            try work.finish(link, outcome)
            return .leaves(link.returnURL)
        }
    }

    /// The dashboard of an onboarded account; its link is good once.
    ///
    /// - Throws: 404 for a link that nobody made, that is expired or was opened before.
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
                "\(AmountText.of($0.available, $0.currency)) available, \(AmountText.of($0.pending, $0.currency)) pending"
            },
            bankLast4: try payoutBank(of: account.id, in: account.defaultCurrency)?.last4,
            payouts: payouts.map {
                ExpressPage.Payout(
                    id: $0.id, amount: AmountText.of($0.amount, $0.currency), status: $0.status.rawValue,
                    arrives: $0.arrivalDate.date.iso8601)
            })
    }
}

/// What becomes of somebody who opens an onboarding link.
public enum OnboardingRequestContext: Hashable, Sendable {
    /// The forms are shown.
    case page(OnboardingPage)
    /// The person is sent on to this address.
    case leaves(String)
}

/// The forms of an onboarding.
public struct OnboardingPage: Hashable, Sendable {
    /// `acct_…`
    public var account: String
    /// The name donors know.
    public var name: String?
    /// What is still asked for.
    public var currentlyDue: [String]
    /// What the sent form proves itself with.
    public var session: String
    /// What was wrong with the form that was sent.
    public var problem: String?
}

/// What the holder of an account sees on the dashboard.
public struct ExpressPage: Hashable, Sendable {
    /// `acct_…`
    public var account: String
    /// The name donors know.
    public var name: String?
    /// `95.00 USD available, 0.00 USD pending`, a line a currency.
    public var balances: [String]
    /// The bank account's last four digits; nil where none was told.
    public var bankLast4: String?
    /// The newest payouts.
    public var payouts: [Payout]

    /// One payout.
    public struct Payout: Hashable, Sendable {
        /// `po_…`
        public var id: String
        /// `95.00 USD`
        public var amount: String
        /// `paid`
        public var status: String
        /// `2026-03-06`
        public var arrives: String
    }
}
