public import Processor

extension ProcessorClient {
    /// Creates a payment method in test mode: a test card from its token, or a test bank account from its
    /// account number.
    ///
    /// This client does not send the wallet or the expiry date, because only the simulator supports these
    /// parameters.
    public func create(_ request: PaymentMethod.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        let form: Form =
            if let number = testAccountNumbers[request.testName] {
                [
                    "type": "us_bank_account", "us_bank_account[routing_number]": "110000000",
                    "us_bank_account[account_number]": number,
                    "us_bank_account[account_holder_type]": "individual",
                ]
            } else {
                ["type": "card", "card[token]": request.testName.replacing("pm_card_", with: "tok_")]
            }
        return try await ask(PaymentMethodResponse.self, "POST", "/v1/payment_methods", form, key: key)
    }

    /// Retrieves a payment method.
    public func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod {
        try await ask(PaymentMethodResponse.self, "GET", "/v1/payment_methods/\(id)")
    }

    /// Attaches a payment method to a customer.
    public func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        try await ask(
            PaymentMethodResponse.self, "POST", "/v1/payment_methods/\(method)/attach",
            ["customer": customer], key: key)
    }

    /// Creates a customer.
    public func create(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Customer
    {
        try await ask(CustomerResponse.self, "POST", "/v1/customers", form(of: request), key: key)
    }

    /// Retrieves a customer. The result for a deleted customer contains only the id and the value of
    /// `deleted`.
    public func customer(_ id: String) async throws(ProcessorError) -> Customer {
        try await ask(CustomerResponse.self, "GET", "/v1/customers/\(id)")
    }

    /// Lists customers, newest first. If `email` is not nil, lists only the customers with this e-mail
    /// address.
    public func customers(email: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Customer>
    {
        try await list(CustomerResponse.self, "/v1/customers", query, ["email": email])
    }

    /// Changes a customer. If a field of the request is nil, the customer's value remains unchanged.
    public func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await ask(CustomerResponse.self, "POST", "/v1/customers/\(customer)", form(of: request), key: key)
    }

    /// Deletes a customer and cancels the customer's subscriptions.
    public func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer {
        try await ask(CustomerResponse.self, "DELETE", "/v1/customers/\(customer)", key: key)
    }

    private func form(of request: Customer.Create) -> Form {
        [
            "name": request.name, "email": request.email, "phone": request.phone,
            "payment_method": request.paymentMethod,
            "invoice_settings[default_payment_method]": request.paymentMethod, "metadata": request.metadata,
        ]
    }

    /// Creates a connected account. Its onboarding takes place on the processor's pages.
    public func create(_ request: Account.Create, key: IdempotencyKey) async throws(ProcessorError) -> Account
    {
        let form: Form = [
            "type": "express", "country": request.country, "default_currency": request.defaultCurrency,
            "email": request.email, "business_profile[name]": request.businessName,
            // This program creates the payouts itself and books them, so the processor's payout schedule is manual.
            "settings[payouts][schedule][interval]": "manual",
            "capabilities[card_payments][requested]": true, "capabilities[transfers][requested]": true,
            "metadata": request.metadata,
        ]
        return try await ask(AccountResponse.self, "POST", "/v1/accounts", form, key: key)
    }

    /// Retrieves a connected account.
    public func account(_ id: String) async throws(ProcessorError) -> Account {
        try await ask(AccountResponse.self, "GET", "/v1/accounts/\(id)")
    }

    /// Creates a link to the onboarding page of an account.
    public func accountLink(for account: String, refreshURL: String, returnURL: String)
        async throws(ProcessorError) -> AccountLink
    {
        try await ask(
            LinkResponse.self, "POST", "/v1/account_links",
            [
                "account": account, "refresh_url": refreshURL, "return_url": returnURL,
                "type": "account_onboarding",
            ])
    }

    /// Creates a link to the dashboard of an onboarded account.
    public func loginLink(for account: String) async throws(ProcessorError) -> AccountLink {
        try await ask(LinkResponse.self, "POST", "/v1/accounts/\(account)/login_links")
    }
}

/// The account numbers of the test bank accounts, keyed by their test names.
///
/// Source: Stripe documentation, "Accept an ACH Direct Debit payment", "Test account numbers".
private let testAccountNumbers: [String: String] = [
    "pm_usBankAccount_success": "000123456789", "pm_usBankAccount_accountClosed": "000111111113",
    "pm_usBankAccount_noAccount": "000111111116", "pm_usBankAccount_insufficientFunds": "000222222227",
    "pm_usBankAccount_debitNotAuthorized": "000333333335", "pm_usBankAccount_invalidCurrency": "000444444440",
    "pm_usBankAccount_dispute": "000555555559", "pm_usBankAccount_processing": "000000000009",
    "pm_usBankAccount_riskLevelHighest": "000000004954",
]
