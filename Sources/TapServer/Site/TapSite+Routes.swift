import Giving

extension TapSite {
    /// The pages of giving, and of the host itself. Any other path is a link, as on tags and cards.
    static let routes = RouteTable<TapSite>(.site, host + gifts + donors + links)

    private static let host: [PageRoute<TapSite>] = [
        PageRoute("/healthz", isExact: true, get: { site, _ in try await site.health() }),
        PageRoute("/", isExact: true, get: { site, _ in try await site.front() }),
        PageRoute("/favicon.ico", label: "/{unasked}", isExact: true, get: { _, _ in TapSite.unasked }),
        PageRoute("/robots.txt", label: "/{unasked}", isExact: true, get: { _, _ in TapSite.unasked }),
        PageRoute(
            "/.well-known/{file}", get: { site, request in site.association(request.segment("file")) }),
    ]

    private static let gifts: [PageRoute<TapSite>] = [
        PageRoute("/-/choose", isExact: true, get: { site, request in try await site.choose(request) }),
        PageRoute("/-/review", isExact: true, get: { site, request in try await site.review(request) }),
        PageRoute("/-/change", isExact: true, post: { site, request in try site.change(request) }),
        PageRoute("/-/wallet", isExact: true, get: { site, _ in site.walletPage }),
        PageRoute(
            "/-/give", isExact: true, limit: .gift,
            post: { site, request in try await site.give(request) }),
        PageRoute(
            "/-/give/{key}",
            get: { site, request in
                let isUsed = request.query == TapSite.used
                return try await site.show(
                    request.segment("key"),
                    complaint: isUsed ? DonorSentence.of(GivingError(.idempotencyConflict)) : nil)
            }),
        PageRoute(
            "/-/give/{key}/receipt",
            get: { site, request in try await site.receipt(request.segment("key")) }),
        PageRoute(
            "/-/give/{key}/retry", limit: .gift,
            post: { site, request in try await site.retry(request.segment("key"), request) }),
        PageRoute(
            "/-/give/{key}/bank", limit: .gift,
            post: { site, request in try await site.answerBank(request.segment("key"), request) }),
    ]

    private static let links: [PageRoute<TapSite>] = [
        PageRoute("/t/**", label: "/t/{tag}", get: { site, request in try await site.open(request) }),
        PageRoute("/plan/**", label: "/plan/{code}", get: { site, request in try await site.open(request) }),
        PageRoute("/**", label: "/{org}", get: { site, request in try await site.open(request) }),
    ]

    /// The response to files that browsers request by themselves.
    private static let unasked = PageAnswer.file(
        status: 404, type: "text/plain; charset=utf-8", content: "none\n")

    private var walletPage: PageAnswer {
        let page = WalletPage(device: world.wallet.device)
        return self.page(page.title, page.body)
    }
}
