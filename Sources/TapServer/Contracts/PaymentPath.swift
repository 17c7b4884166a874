/// The paths below `/pay`. Each contains the token of a payment link.
enum PaymentPath {
    /// The page of a payment, which contains its form.
    static let payment: RoutePath = "/pay/{token}"
    /// The page of the payer's bank, and the payer's response to it.
    static let bank: RoutePath = "/pay/{token}/bank"
    /// Closes the payment sheet without paying.
    static let cancel: RoutePath = "/pay/{token}/cancel"
    /// The contract as a printable page.
    static let sheet: RoutePath = "/pay/{token}/sheet"
    /// The invoice for a paid installment, as a printable page.
    static let invoice: RoutePath = "/pay/{token}/invoice"

    /// The pages of all products with payment links.
    static let routes = RouteTable<any PaymentPages>(
        "payments",
        [
            PageRoute(
                payment, limit: .gift, get: { try await $0.show($1) },
                post: { try await $0.pay($1) }),
            PageRoute(bank, limit: .gift, post: { try await $0.bank($1) }),
            PageRoute(cancel, limit: .gift, post: { try await $0.cancel($1) }),
            PageRoute(sheet, limit: .gift, get: { try await $0.sheet($1) }),
            PageRoute(invoice, limit: .gift, get: { try await $0.invoice($1) }),
        ])
}

/// The pages of a payment link: for an installment of a contract, or for a booking's quote.
protocol PaymentPages: Sendable {
    /// Shows the payment.
    func show(_ request: PageRequest) async throws -> PageResponse
    /// Makes the payment, and redirects to the page of the payment.
    func pay(_ request: PageRequest) async throws -> PageResponse
    /// Forwards the payer's response to the payer's bank.
    func bank(_ request: PageRequest) async throws -> PageResponse
    /// Closes the payment sheet without paying.
    func cancel(_ request: PageRequest) async throws -> PageResponse
    /// Shows the contract as a printable page.
    func sheet(_ request: PageRequest) async throws -> PageResponse
    /// Shows the invoice as a printable page.
    func invoice(_ request: PageRequest) async throws -> PageResponse
}

extension PageRequest {
    /// The token of the payment link in the path.
    var token: String { segment("token") }
}
