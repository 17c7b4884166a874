import Processor

/// The routes of resources with few operations.
enum ResourceRoutes {
    static let all: [Route] =
        AccountPersonRoutes.all + CapabilityRoutes.all + PlanRoutes.all + CountrySpecRoutes.all
        + PaymentMethodDomainRoutes.all + PaymentMethodConfigurationRoutes.all + FileRoutes.all
        + ReviewRoutes.all + CashBalanceRoutes.all + AccountRejectionRoutes.all + DiscountRoutes.all
        + ShippingRateRoutes.all + EphemeralKeyRoutes.all + TopupRoutes.all + ValueListRoutes.all
        + FraudWarningRoutes.all + ApplePayDomainRoutes.all + CustomerSessionRoutes.all
        + TaxSettingsRoutes.all + AppSecretRoutes.all + RecordedProducts.routes
}

extension EngineTransaction {
    /// The object types of resources with few operations, keyed by id prefix.
    static let resourceKinds: [String: any StripeRepresentable.Type] = [
        "person": Person.self, "plan": Price.self, "pmd": PaymentMethodDomain.self,
        "pmc": PaymentMethodConfiguration.self, "link": FileLink.self,
        "file": UploadedFile.self, "shr": ShippingRate.self,
        "ephkey": EphemeralKey.self, "tu": Topup.self,
        "rsl": ValueList.self, "rsli": ValueListItem.self, "issfr": EarlyFraudWarning.self,
        "apwc": ApplePayDomain.self, "ccsbtxn": CashTransaction.self,
        "appsecret": AppSecret.self,
    ].merging(RecordedProducts.kinds) { kind, _ in kind }
}
