import Testing

@testable import TapServer

/// The route tables of the pages, and how paths match them.
@Suite struct SiteRoutesTests {
    private static func places<Site>(_ table: RouteTable<Site>) -> [RoutePlace] {
        table.routes.enumerated().map { RoutePlace(table.owner, $0, $1) }
    }

    private static let everything: [[RoutePlace]] = [
        places(TapController.routes), places(PaymentPath.routes), places(PayeeController.routes),
        places(DependentController.routes), places(PlanController.routes), places(AdminController.routes),
        places(AdminRequestContext.table),
    ]

    @Test("finds each route by its own path, and each accepts a method")
    func whole() {
        for place in Self.everything.joined() where !place.path.template.hasSuffix("**") {
            let values = place.names.map { _ in "7" }
            let match = SiteRoutes.standard.match(place.path.filled(with: values))
            #expect(match == RouteMatch(place: place, values: values))
            #expect(!place.methods.isEmpty, "\(place.label)")
        }
    }

    @Test("treats a path without a page as a link")
    func links() {
        for path in [
            "//healthz", "/healthz/", "/-/choose/", "//", "/-", "/-/give/a/b", "/pay", "/pay/a/b", "//admin",
            "/-/giver/monthly/a/b", "/-/plan/a/b", "/Grace/admin",
        ] {
            #expect(SiteRoutes.standard.match(path).place.path.template == "/**", "\(path)")
        }
    }

    @Test("ignores extra slashes in paths with names")
    func slashes() {
        let match = SiteRoutes.standard.match("/pay//token/sheet/")
        #expect(match.place.path == PaymentPath.sheet && match["token"] == "token")
        #expect(SiteRoutes.standard.match("/-/giver/").place.label == "/-/giver")
        #expect(SiteRoutes.standard.match("").place.label == "/")
    }

    @Test("decodes segments below /admin, and reads rows as numbers")
    func admin() {
        let fund = SiteRoutes.standard.match("/admin/%6Frg/Grace/funds/a%2Fb")
        #expect(fund.place.owner == .organization && fund["org"] == "Grace" && fund["fund"] == "a/b")
        let seat = SiteRoutes.standard.match("/admin/org/Grace/tags/Main/12")
        #expect(seat.place.label == "/admin/org/{org}/tags/{batch}/{row}" && seat["row"] == "12")
        for path in ["/admin/org/Grace/tags/Main/x", "/admin/org", "/admin/x"] {
            #expect(SiteRoutes.standard.match(path).place.index == nil, "\(path)")
        }
        let bank = SiteRoutes.standard.match("/admin/org/Grace/payouts/bank")
        #expect(bank.place.label == "/admin/org/{org}/payouts/bank", "a word is preferred to a name")
    }

    @Test("builds links with the given segments")
    func paths() {
        #expect(PaymentPath.sheet("a-b") == "/pay/a-b/sheet")
        #expect(DependentPath.bank("t", "i") == "/-/dependents/t/i/bank")
        #expect(AdminPage.overview.path.isEmpty && AdminPage.fund("a/b").path == "/funds/a%2Fb")
        #expect(AdminPage.seat(batch: "Main", row: 3).path == "/tags/Main/3")
    }

    @Test("refuses a method, and lists the accepted ones")
    func methods() {
        let request = PageRequest("PUT", "/pay/token")
        #expect(request.refusedMethod == .notAllowed(methods: "GET, POST"))
        #expect(PageRequest("GET", "/-/give").refusedMethod == .notAllowed(methods: "POST"))
        #expect(PageRequest("GET", "/Grace?r=0").refusedMethod == nil)
    }
}
