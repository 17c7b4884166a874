/// The paths below `/pay`. Each path contains the token of a payment link.
enum PaymentPath {
    /// The path of the page with the state of a payment and the payment form.
    static let payment: RoutePath = "/pay/{!token}"
    /// The path that receives the payer's response to the bank's challenge.
    static let bank: RoutePath = "/pay/{!token}/bank"
    /// The path of the form that closes the payment sheet without paying.
    static let cancel: RoutePath = "/pay/{!token}/cancel"
    /// The path of the printable contract.
    static let sheet: RoutePath = "/pay/{!token}/sheet"
    /// The path of the printable invoice for a paid installment.
    static let invoice: RoutePath = "/pay/{!token}/invoice"

    /// The route table for all products with payment links.
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

/// The handlers for the pages of a payment link. The link is for an installment of a contract, or for the
/// quote of a booking.
protocol PaymentPages: Sendable {
    /// Shows the payment.
    func show(_ request: PageRequest) async throws -> PageResponse
    /// Charges the chosen card, and redirects to the page of the payment. If the charge fails, returns that
    /// page with an error message.
    func pay(_ request: PageRequest) async throws -> PageResponse
    /// Sends the payer's response to the bank's challenge.
    func bank(_ request: PageRequest) async throws -> PageResponse
    /// Closes the payment sheet without paying.
    func cancel(_ request: PageRequest) async throws -> PageResponse
    /// Shows the contract as a printable page. For a booking, redirects to the page of the payment.
    func sheet(_ request: PageRequest) async throws -> PageResponse
    /// Shows the invoice as a printable page. For a booking, redirects to the page of the payment.
    func invoice(_ request: PageRequest) async throws -> PageResponse
}

extension PaymentPages {
    /// Redirects to the page of the payment.
    func back(_ request: PageRequest) -> PageResponse { .redirect(to: PaymentPath.payment(request.token)) }
}

extension PageRequest {
    /// The payment link's token, read from the path.
    var token: String { segment("token") }
}
