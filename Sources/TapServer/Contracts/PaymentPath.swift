/// The paths below `/pay`: each contains the token of a payment link.
enum PaymentPath {
    /// Shows what is paid, and takes the form that pays it.
    static let payment: RoutePath = "/pay/{token}"
    /// Takes the payer's response to their bank.
    static let bank: RoutePath = "/pay/{token}/bank"
    /// The payer does not pay now.
    static let cancel: RoutePath = "/pay/{token}/cancel"
    /// The contract as a printable page.
    static let sheet: RoutePath = "/pay/{token}/sheet"
    /// The invoice for a paid part, as a printable page.
    static let invoice: RoutePath = "/pay/{token}/invoice"

    /// The pages of whatever a payment link is for.
    static let routes = RouteTable<any PaymentPages>(
        .payments,
        [
            PageRoute(
                payment, limit: .gift, get: { pages, request in try await pages.show(request) },
                post: { pages, request in try await pages.pay(request) }),
            PageRoute(bank, limit: .gift, post: { pages, request in try await pages.bank(request) }),
            PageRoute(cancel, limit: .gift, post: { pages, request in try await pages.cancel(request) }),
            PageRoute(sheet, limit: .gift, get: { pages, request in try await pages.sheet(request) }),
            PageRoute(invoice, limit: .gift, get: { pages, request in try await pages.invoice(request) }),
        ])
}

/// The pages behind a payment link: of a part of a contract, or of a booking's quote.
protocol PaymentPages: Sendable {
    /// Shows what is paid.
    func show(_ request: PageRequest) async throws -> PageAnswer
    /// Pays, and leads back to the page.
    func pay(_ request: PageRequest) async throws -> PageAnswer
    /// Passes on the payer's response to their bank.
    func bank(_ request: PageRequest) async throws -> PageAnswer
    /// The payer does not pay now.
    func cancel(_ request: PageRequest) async throws -> PageAnswer
    /// Shows the contract as a printable page.
    func sheet(_ request: PageRequest) async throws -> PageAnswer
    /// Shows the invoice as a printable page.
    func invoice(_ request: PageRequest) async throws -> PageAnswer
}

extension PageRequest {
    /// The token of the link that the path contains.
    var token: String { segment("token") }
}
