import MoneyKit
public import Processor
import TimeKit

extension ProcessorClient {
    /// Creates a coupon, with an idempotency key derived from this one, and its promotion code.
    public func create(_ request: PromotionCode.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PromotionCode
    {
        var coupon: Form = [:]
        switch request.off {
        case .percent(let share): coupon.add("percent_off", percent(share.rawValue))
        case .amount(let money):
            coupon.add("amount_off", money.minorUnits)
            coupon.add("currency", money.currency)
        }
        coupon.add("duration", request.duration.rawValue)
        let made: Reference = try await ask(
            "POST", "/v1/coupons", coupon, key: IdempotencyKey(key.rawValue + ":coupon"))
        let form: Form = [
            "promotion[type]": "coupon", "promotion[coupon]": made.id, "code": request.code,
            "expires_at": request.expiresAt, "expand[0]": "promotion.coupon",
        ]
        return try await ask(PromotionCodeAnswer.self, "POST", "/v1/promotion_codes", form, key: key)
    }

    /// Finds the active promotion code with this code, or the newest one if none is active, or nil.
    public func promotionCode(named code: String) async throws(ProcessorError) -> PromotionCode? {
        let form: Form = ["code": code, "limit": 100, "expand[0]": "data.promotion.coupon"]
        let answer: ListAnswer<PromotionCodeAnswer> = try await ask("GET", "/v1/promotion_codes", form)
        let found: [PromotionCode] = try answer.noun(of: nil).data
        return found.first(where: \.isActive) ?? found.first
    }
}
