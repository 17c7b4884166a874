import Processor

extension Route {
    /// Whether it may be asked for a connected account, by `Stripe-Account`.
    ///
    /// What the platform does for one stands in its parameters: `transfer_data[destination]`. Charges of the account's
    /// own are direct charges, which are not simulated.
    var servesAccounts: Bool {
        let anything = ["/v1/account", "/v1/accounts/{account}", "/v1/balance", "/v1/payouts", "/v1/events"]
        let beginnings = [
            "/v1/accounts/{account}/", "/v1/balance_transactions", "/v1/payouts/",
            "/v1/test_helpers/test_clocks", "/v1/events/",
        ]
        if anything.contains(pattern) || beginnings.contains(where: pattern.hasPrefix) { return true }
        let looks = ["/v1/charges", "/v1/charges/{charge}", "/v1/refunds/{refund}"]
        return method == .get && looks.contains(pattern)
    }

    /// - Throws: 400 where a request is made for a connected account, and would be carried out for the platform.
    func check(account: String?) throws(ProcessorError) {
        guard account != nil, !servesAccounts else { return }
        throw .invalid(
            "operation_not_simulated",
            "\(operation) for a connected account (Stripe-Account), as in direct charges, is not simulated: use destination charges, or separate charges and transfers.",
            parameter: "Stripe-Account")
    }
}
