import Testing

@testable import TapServer

/// The name of a request in the log.
@Suite struct RouteTemplateTests {
    @Test(
        "a route has one name for all ids",
        arguments: [
            ("/", "/"), ("/healthz", "/healthz"), ("/robots.txt", "/{unasked}"),
            ("/.well-known/assetlinks.json", "/.well-known/{file}"), ("/Grace", "/{org}"),
            ("/Grace/more/of/it", "/{org}"), ("/t/secret", "/t/{tag}"), ("/pay/secret", "/pay/{token}"),
            ("/pay/secret/bank", "/pay/{token}/bank"), ("/pay/secret/cancel", "/pay/{token}/cancel"),
            ("/pay/secret/sheet", "/pay/{token}/sheet"), ("/pay/secret/invoice", "/pay/{token}/invoice"),
            ("/-/wallet", "/-/wallet"), ("/-/payee/secret/year/secret", "/-/payee/{token}/year/{year}"),
            ("/-/payee/secret", "/-/payee/{token}"),
            ("/-/payee/secret/connect", "/-/payee/{token}/connect"),
            ("/-/payee/secret/processor", "/-/payee/{token}/processor"),
            ("/plan/secret", "/plan/{code}"), ("/-/plan/secret", "/-/plan/{token}"),
            ("/-/plan/secret/change", "/-/plan/{token}/change"), ("/-/choose", "/-/choose"),
            ("/-/review", "/-/review"),
            ("/-/change", "/-/change"),
            ("/-/give", "/-/give"), ("/-/give/secret", "/-/give/{key}"),
            ("/-/give/secret/receipt", "/-/give/{key}/receipt"),
            ("/-/give/secret/receipt.pdf", "/-/give/{key}/receipt.pdf"),
            ("/-/give/secret/retry", "/-/give/{key}/retry"),
            ("/-/give/secret/bank", "/-/give/{key}/bank"), ("/-/give/secret/secret", "/{org}"),
            ("/-/giver", "/-/giver"), ("/-/giver/link/secret", "/-/giver/link/{token}"),
            ("/-/giver/out", "/-/giver/out"),
            ("/-/giver/out-everywhere", "/-/giver/out-everywhere"),
            ("/-/giver/sessions", "/-/giver/sessions"), ("/-/giver/sessions/end", "/-/giver/sessions/end"),
            ("/-/giver/gift/secret", "/-/giver/gift/{id}"),
            ("/-/giver/gift/secret/refund", "/-/giver/gift/{id}/refund"),
            ("/-/giver/receipt/secret", "/-/giver/receipt/{number}"),
            ("/-/giver/statements", "/-/giver/statements"),
            ("/-/giver/statements/secret/secret", "/-/giver/statements/{org}/{file}"),
            ("/-/giver/monthly/secret", "/-/giver/monthly/{id}"),
            ("/-/giver/monthly/secret/card", "/-/giver/monthly/{id}/card"),
            ("/-/giver/monthly/secret/secret", "/{org}"), ("/admin", "/admin"),
            ("/admin/sign-in", "/admin/sign-in"), ("/admin/sign-out", "/admin/sign-out"),
            ("/admin/second-factor", "/admin/second-factor"),
            ("/admin/account", "/admin/account"),
            ("/admin/new-password/secret", "/admin/new-password/{token}"),
            ("/admin/live.js", "/admin/live.js"), ("/admin/org/secret/live", "/admin/org/{org}/live"),
            ("/admin/org/secret/live/events", "/admin/org/{org}/live/events"),
            ("/admin/org/secret/live/secret", "/admin/{none}"),
            ("/admin/org/secret/people", "/admin/org/{org}/people"),
            ("/admin/org/secret", "/admin/org/{org}"), ("/admin/org/secret/gifts", "/admin/org/{org}/gifts"),
            ("/admin/org/secret/gifts.csv", "/admin/org/{org}/gifts.csv"),
            ("/admin/org/secret/gifts/secret", "/admin/org/{org}/gifts/{id}"),
            ("/admin/org/secret/gifts/secret/refund", "/admin/org/{org}/gifts/{id}/refund"),
            ("/admin/org/secret/gifts/secret/receipt.pdf", "/admin/org/{org}/gifts/{id}/receipt.pdf"),
            ("/admin/org/secret/gifts/secret/receipt", "/admin/org/{org}/gifts/{id}/receipt"),
            ("/admin/org/secret/donors/secret", "/admin/org/{org}/donors/{donor}"),
            ("/admin/org/secret/donors/secret/note", "/admin/org/{org}/donors/{donor}/note"),
            ("/admin/org/secret/payouts/run", "/admin/org/{org}/payouts/run"),
            ("/admin/org/secret/payouts/secret", "/admin/org/{org}/payouts/{id}"),
            ("/admin/org/secret/statements/secret", "/admin/org/{org}/statements/{donor}"),
            ("/admin/org/secret/tags/secret", "/admin/org/{org}/tags/{batch}"),
            ("/admin/secret", "/admin/{none}"), ("", "/"), ("/%73ecret\u{1}", "/{org}"),
        ])
    func names(path: String, route: String) {
        let name = RouteTemplate.of(path, SiteRoutes.standard.match(path), api: nil)
        #expect(name == route && !name.contains("secret"))
    }
}
