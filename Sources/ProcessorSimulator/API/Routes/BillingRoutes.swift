/// Everything that Stripe's documentation calls billing, and its pages.
enum BillingRoutes {
    static let all: [Route] =
        ProductRoutes.all + PriceRoutes.all + CouponRoutes.all + PromotionCodeRoutes.all
        + SubscriptionRoutes.all + SubscriptionItemRoutes.all + InvoiceRoutes.all + InvoiceItemRoutes.all
        + CheckoutRoutes.all + PaymentLinkRoutes.all + PortalRoutes.all
}
