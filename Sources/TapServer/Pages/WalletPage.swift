import HTMLKit
import PaymentCore

/// A page for debugging the wallet. It shows whether the giving pages offer the wallet's button and, if not,
/// why.
struct WalletPage: PageContent {
    let device: WalletDevice

    let title = "This phone’s wallet"

    var body: HTML {
        let rows = WalletDevice.Obstacle.allCases.map { obstacle -> HTML in
            HTML.row(obstacle.condition, device.obstacles.contains(obstacle) ? "<strong>no</strong>" : "yes")
        }
        return """
            <h1>This phone’s wallet</h1>
            <p>The phone is simulated. <code>tapctl serve --wallet</code> sets what its wallet can do.</p>
            <table>
            \(rows)
            <tr class="total"><th scope="row">Can make payments</th><td>\(device.canMakePayments ? "yes" : "no")</td></tr>
            </table>
            <p role="status">\(verdict)</p>
            """
    }

    private var verdict: String {
        if device.canMakePayments { return "Pages show the Apple Pay button." }
        let reasons = WalletDevice.Obstacle.allCases.filter(device.obstacles.contains).map(\.reason)
        return
            "Pages do not show the Apple Pay button: \(reasons.joined(separator: "; "))."
    }
}

extension WalletDevice.Obstacle {
    /// The condition that is not met because of this obstacle, as a sentence. The button is shown only if all
    /// conditions are met.
    fileprivate var condition: HTML {
        switch self {
        case .noEntitlement: "The app has the Apple Pay entitlement"
        case .unknownMerchant: "The merchant identifier is registered"
        case .unsupportedDevice: "The phone supports Apple Pay"
        case .unsupportedRegion: "Apple Pay is offered in the phone’s region"
        case .noCard: "The wallet has a card that is accepted"
        }
    }

    /// The reason that the button is missing, as a clause.
    fileprivate var reason: String {
        switch self {
        case .noEntitlement: "the app is not signed with the Apple Pay entitlement"
        case .unknownMerchant: "the merchant identifier is not registered"
        case .unsupportedDevice: "the phone does not support Apple Pay, or does not allow its use"
        case .unsupportedRegion: "Apple Pay is not offered in the phone’s region"
        case .noCard: "the wallet has no card that is accepted"
        }
    }
}
