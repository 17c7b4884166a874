import Processor
import TextKit
import TimeKit

/// `/v1/account_links` and `/v1/accounts/{account}/login_links`
///
/// Source: Stripe API reference, "Account Links", "Login Links".
enum AccountLinkRoutes {
    static let all: [Route] = [
        .post(
            "/v1/account_links",
            simulates: ["account", "refresh_url", "return_url", "type"],
            keeps: ["collect", "collection_options"]
        ) { call in
            let link = try call.work.onboardingLink(
                for: call["account"].string ?? "", kind: call["type"].string ?? "",
                refreshURL: call["refresh_url"].string, returnURL: call["return_url"].string)
            return [
                "object": "account_link", "created": .integer(link.created.seconds),
                "expires_at": .integer(link.expires.seconds),
                "url": .string(PageLinks.onboarding(link.id, at: call.work.configuration.pages)),
            ]
        },
        .post("/v1/accounts/{account}/login_links") { call in
            let link = try call.work.dashboardLink(for: call.path())
            return [
                "object": "login_link", "created": .integer(link.created.seconds),
                "url": .string(
                    PageLinks.express(link.account, link.id, at: call.work.configuration.pages)),
            ]
        },
    ]
}
