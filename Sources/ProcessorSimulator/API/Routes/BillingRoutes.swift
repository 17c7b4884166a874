/// The routes of what Stripe calls billing, including its hosted pages.
enum BillingRoutes {
    static let all: [Route] =
        ProductRoutes.all + PriceRoutes.all + CouponRoutes.all + PromotionCodeRoutes.all
        + SubscriptionRoutes.all + SubscriptionItemRoutes.all + InvoiceRoutes.all + InvoiceItemRoutes.all
        + CheckoutRoutes.all + PaymentLinkRoutes.all + PortalRoutes.all
}
