import Processor
import TimeKit

extension Work {
    /// A page where a person onboards an account: good for 300 seconds, once.
    func onboardingLink(for id: String, kind: String, refreshURL: String?, returnURL: String?) throws
        -> OnboardingLink
    {
        let account = try named(Account.self, id, by: "account")
        guard let refreshURL else { throw ProcessorError.missing("refresh_url") }
        guard let returnURL else { throw ProcessorError.missing("return_url") }
        try check(url: refreshURL, "refresh_url")
        try check(url: returnURL, "return_url")
        if kind == "account_update", try profile(of: id)?.controller.collector ?? "stripe" == "stripe" {
            throw ProcessorError.invalid(
                nil,
                "You cannot create account_update links for accounts whose requirements Stripe collects: create account_onboarding links.",
                parameter: "type")
        }
        let link = OnboardingLink(
            id: try newID("link"), created: now, account: account.id, kind: kind, refreshURL: refreshURL,
            returnURL: returnURL, expires: now.adding(seconds: configuration.accountLinkLife))
        return try put(link).noun
    }

    private func check(url: String, _ parameter: String) throws {
        guard ["http://", "https://"].contains(where: { url.hasPrefix($0) && url.count > $0.count }),
            !url.contains(where: \.isWhitespace)
        else { throw ProcessorError.invalid("url_invalid", "Not a valid URL", parameter: parameter) }
    }

    /// The dashboard of an onboarded express account, opened once.
    func dashboardLink(for id: String) throws -> OnboardingLink {
        let account = try inPath(Account.self, id)
        guard try profile(of: id)?.controller.dashboard ?? "express" == "express" else {
            throw ProcessorError.invalid(
                nil, "Cannot create a login link for an account without access to the Express Dashboard.")
        }
        guard account.detailsSubmitted else {
            throw ProcessorError.invalid(
                nil, "Cannot create a login link for an account that has not completed onboarding.")
        }
        let link = OnboardingLink(
            id: try newID("link"), created: now, account: id, kind: "login", refreshURL: "", returnURL: "",
            expires: now.adding(seconds: configuration.accountLinkLife))
        return try put(link).noun
    }

    /// Opens a link: it is used up by that, whoever opens it.
    ///
    /// - Returns: The link with the session of the page that opens; nil where it is expired or was opened before.
    func visit(_ link: OnboardingLink) throws -> OnboardingLink? {
        guard link.session == nil, now < link.expires else { return nil }
        var link = link
        link.session = try newID("sess")
        return try put(link).noun
    }

    /// Ends an onboarding with what the person did.
    func finish(_ link: OnboardingLink, _ outcome: Account.OnboardingOutcome) throws {
        var link = link
        link.isFinished = true
        try put(link)
        _ = try onboard(link.account, outcome)
    }
}
