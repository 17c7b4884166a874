/// What stands below `/pay`: all of it behind the token of a payment link.
enum PaymentPath: Hashable, Sendable {
    /// `/pay/{token}`: shown, and paid by a form.
    case payment(token: String)
    /// `/pay/{token}/bank`: what the payer has answered to their bank.
    case bank(token: String)
    /// `/pay/{token}/cancel`: the payer does not pay now.
    case cancel(token: String)
    /// `/pay/{token}/sheet`: the contract as a printable page.
    case sheet(token: String)
    /// `/pay/{token}/invoice`: the invoice for a paid part, as a printable page.
    case invoice(token: String)

    static let root = "/pay"

    /// - Parameter parts: What stands between the slashes behind the root.
    init?(_ parts: some Collection<String>) {
        let parts = Array(parts)
        switch (parts.count, parts.last) {
        case (1, _): self = .payment(token: parts[0])
        case (2, "bank"): self = .bank(token: parts[0])
        case (2, "cancel"): self = .cancel(token: parts[0])
        case (2, "sheet"): self = .sheet(token: parts[0])
        case (2, "invoice"): self = .invoice(token: parts[0])
        default: return nil
        }
    }

    /// With what it is asked for.
    var methods: [String] {
        switch self {
        case .payment: ["GET", "POST"]
        case .bank, .cancel: ["POST"]
        case .sheet, .invoice: ["GET"]
        }
    }

    /// What the link ends with.
    var token: String {
        switch self {
        case .payment(let token), .bank(let token), .cancel(let token), .sheet(let token),
            .invoice(let token):
            token
        }
    }

    /// As it stands in a link.
    var text: String {
        switch self {
        case .payment(let token): "\(Self.root)/\(token)"
        case .bank(let token): "\(Self.root)/\(token)/bank"
        case .cancel(let token): "\(Self.root)/\(token)/cancel"
        case .sheet(let token): "\(Self.root)/\(token)/sheet"
        case .invoice(let token): "\(Self.root)/\(token)/invoice"
        }
    }

    /// The same without the token.
    var template: String {
        switch self {
        case .payment: Self.payment(token: "{token}").text
        case .bank: Self.bank(token: "{token}").text
        case .cancel: Self.cancel(token: "{token}").text
        case .sheet: Self.sheet(token: "{token}").text
        case .invoice: Self.invoice(token: "{token}").text
        }
    }
}
