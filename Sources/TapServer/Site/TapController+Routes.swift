import Giving

extension TapController {
    /// The routes of the giving pages and of the site's other pages. The last route treats any other path as
    /// the URL of a tag.
    static let routes = RouteTable<TapController>(.site, host + gifts + donors + links)

    private static let host: [PageRoute<TapController>] = [
        PageRoute("/healthz", isExact: true, get: { site, _ in try await site.health() }),
        PageRoute("/", isExact: true, get: { site, _ in try await site.front() }),
        PageRoute("/favicon.ico", label: "/{unasked}", isExact: true, get: { _, _ in TapController.unasked }),
        PageRoute("/robots.txt", label: "/{unasked}", isExact: true, get: { _, _ in TapController.unasked }),
        PageRoute(
            "/.well-known/{file}", get: { $0.association($1.segment("file")) }),
    ]

    private static let gifts: [PageRoute<TapController>] = [
        PageRoute("/-/choose", isExact: true, get: { try await $0.choose($1) }),
        PageRoute("/-/review", isExact: true, get: { try await $0.review($1) }),
        PageRoute("/-/change", isExact: true, post: { try await $0.change($1) }),
        PageRoute("/-/wallet", isExact: true, get: { try await $0.wallet($1) }),
        PageRoute(
            "/-/give", isExact: true, limit: .gift,
            post: { try await $0.give($1) }),
        PageRoute(
            "/-/give/{!key}",
            get: { try await $0.show($1) }),
        PageRoute("/-/give/{!key}/receipt", get: { try await $0.receipt($1) }),
        PageRoute("/-/give/{!key}/receipt.pdf", get: { try await $0.receiptFile($1) }),
        PageRoute("/-/give/{!key}/retry", limit: .gift, post: { try await $0.retry($1) }),
        PageRoute("/-/give/{!key}/bank", limit: .gift, post: { try await $0.answerBank($1) }),
    ]

    private static let links: [PageRoute<TapController>] = [
        PageRoute("/t/**", label: "/t/{tag}", get: { try await $0.open($1) }),
        PageRoute("/plan/**", label: "/plan/{code}", get: { try await $0.open($1) }),
        PageRoute("/**", label: "/{org}", get: { try await $0.open($1) }),
    ]

    /// The response to requests that browsers make automatically, for example for icons.
    private static let unasked = PageResponse.file(
        status: 404, type: "text/plain; charset=utf-8", content: "not found\n")

    /// Returns the page for debugging the simulated wallet. If other machines can open the site, the page
    /// does not exist, and its path is treated like the URL of a tag.
    private func wallet(_ request: PageRequest) async throws -> PageResponse {
        guard settings.isOfThisMachine else { return try await open(request) }
        return page(WalletPage(device: world.wallet.device))
    }
}
