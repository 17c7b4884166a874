/// What stands below `/pay`: all of it behind the token of a payment link.
enum PaymentPath: Hashable, Sendable {
    /// `/pay/{token}`: shown, and paid by a form.
    case payment(token: String)
    /// `/pay/{token}/bank`: what the payer has answered to their bank.
    case bank(token: String)
    /// `/pay/{token}/cancel`: the payer does not pay now.
    case cancel(token: String)

    static let root = "/pay"

    /// - Parameter parts: What stands between the slashes behind the root.
    init?(_ parts: some Collection<String>) {
        let parts = Array(parts)
        switch (parts.count, parts.last) {
        case (1, _): self = .payment(token: parts[0])
        case (2, "bank"): self = .bank(token: parts[0])
        case (2, "cancel"): self = .cancel(token: parts[0])
        default: return nil
        }
    }

    /// With what it is asked for.
    var methods: [String] { if case .payment = self { ["GET", "POST"] } else { ["POST"] } }

    /// What the link ends with.
    var token: String {
        switch self {
        case .payment(let token), .bank(let token), .cancel(let token): token
        }
    }

    /// As it stands in a link.
    var text: String {
        switch self {
        case .payment(let token): "\(Self.root)/\(token)"
        case .bank(let token): "\(Self.root)/\(token)/bank"
        case .cancel(let token): "\(Self.root)/\(token)/cancel"
        }
    }

    /// The same without the token.
    var template: String {
        switch self {
        case .payment: Self.payment(token: "{token}").text
        case .bank: Self.bank(token: "{token}").text
        case .cancel: Self.cancel(token: "{token}").text
        }
    }
}
