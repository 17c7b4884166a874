import HTMLKit
import MoneyKit
import PaymentCore
import Plans

/// The page with a plan's features and price, shown before the buyer enters anything.
struct PlanOfferPage: PageContent {
    let plan: Plan
    /// The offer's token. The subscription's token is derived from this token and the secret in the buyer's
    /// cookie.
    let token: String

    var title: String { plan.price == nil ? plan.name : "Upgrade to \(plan.name)" }

    var body: HTML {
        """
        <p class="crown" aria-hidden="true">♛</p>
        <h1>\(title)</h1>
        \([cost, features, way])
        """
    }

    private var cost: HTML {
        guard let price = plan.price else {
            return plan.isSoldInTalk
                ? "<p>The price is negotiated with each buyer.</p>" : "<p>This plan is free for everyone.</p>"
        }
        let annual: HTML = plan.annualPrice.map { "<br>or \($0.perPeriod)" } ?? .empty
        return "<p><strong>\(price.perPeriod)</strong>\(annual)</p>"
    }

    private var features: HTML {
        "<ul>\n\(plan.features.map { feature -> HTML in "<li>\(feature)</li>" })\n</ul>"
    }

    private var way: HTML {
        guard plan.isPurchasable else {
            return plan.isSoldInTalk
                ? "<p class=\"note\">Contact sales to buy this plan.</p>" : .empty
        }
        return """
            <form method="get" action="\(PlanPath.own(token))">
            \(.hidden("plan", plan.id))
            \(interval)
            <button>Continue to Payment</button>
            </form>
            <a class="button second" href="/">Cancel</a>
            """
    }

    /// The form fields for choosing between the monthly and the annual price. Empty if the plan has only one
    /// price.
    private var interval: HTML {
        guard plan.prices.count > 1 else { return .empty }
        let options = plan.prices.map { HTML.option($0.interval.rawValue, $0.everyPeriod, isChosen: false) }
        return """
            <label class="field">Pay
            <select name="interval" autocomplete="off">\(options)</select></label>
            """
    }
}

extension PlanPrice {
    /// The price per period, such as `$9.99/month`.
    var perPeriod: String { "\(amount.shown)/\(interval.rawValue)" }

    /// The price and the period in words, such as `$9.99 every month`.
    var everyPeriod: String { "\(amount.shown) every \(interval.rawValue)" }
}

extension PlanTerms {
    /// The price per period, such as `$9.99/month`.
    var perPeriod: String { "\(amount.shown)/\(interval.rawValue)" }
}
