import MoneyKit
import Processor
import TextKit
import TimeKit

extension EngineTransaction {
    /// The business name of the platform's own account.
    static let platformName = "Simulated platform"

    /// Returns the platform's own account in Stripe's JSON format. This account is not stored, and never
    /// changes.
    ///
    /// Source: Stripe API reference, "Retrieve account": the details of the account to which the API key
    /// belongs.
    func platformAccount() throws -> JSONObject {
        var account = Account(
            id: configuration.platformAccount, created: Timestamp(seconds: 1_735_689_600), country: "US",
            defaultCurrency: .usd)
        account.email = "platform@example.org"
        account.businessName = Self.platformName
        account.detailsSubmitted = true
        account.chargesEnabled = true
        account.payoutsEnabled = true
        account.transfers = .active
        account.cardPayments = .active
        var fields = try stripeJSON(account)
        fields["type"] = "standard"
        fields["controller"] = ["type": "account"]
        return fields
    }
}
