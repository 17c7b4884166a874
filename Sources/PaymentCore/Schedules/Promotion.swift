public import MoneyKit
import Processor
public import TimeKit

/// A promotion code, and the discount that it gives on a schedule's charges.
public struct Promotion: Hashable, Sendable, Codable {
    /// The charges to which a discount applies.
    public enum Duration: String, Sendable, Codable, CaseIterable {
        /// The discount applies only to the first charge.
        case once
        /// The discount applies for a limited number of months.
        case repeating
        /// The discount applies to every charge.
        case forever
    }

    /// The amount or percentage by which a charge is reduced.
    public enum Discount: Hashable, Sendable {
        /// A percentage from 0.01% to 100%.
        case percent(BasisPoints)
        /// An amount greater than zero.
        case amount(Money)
    }

    /// The promotion code's id, `promo_…`.
    public let id: String
    /// The code as its creator entered it.
    public let code: String
    /// The percentage that is taken off, or nil if the discount is an amount.
    public let percentOff: BasisPoints?
    /// The amount that is taken off, or nil if the discount is a percentage.
    public let amountOff: Money?
    /// The charges to which the discount applies.
    public let duration: Duration
    /// Whether the code could be redeemed when it was last looked up at the processor.
    public let isActive: Bool
    /// The time from which the code can no longer be redeemed, or nil if it does not expire.
    public let expiresAt: Timestamp?

    init(_ code: PromotionCode) {
        id = code.id
        self.code = code.code
        switch code.off {
        case .percent(let share): (percentOff, amountOff) = (share, nil)
        case .amount(let money): (percentOff, amountOff) = (nil, money)
        }
        duration = Duration(rawValue: code.duration.rawValue) ?? .once
        isActive = code.isActive
        expiresAt = code.expiresAt
    }

    /// Returns the amount of a charge after the discount. The amount is never below zero.
    ///
    /// A discount in a different currency has no effect.
    public func reduced(_ amount: Money) -> Money {
        let off =
            percentOff.flatMap { try? $0.of(amount).minorUnits }
            ?? (amountOff?.currency == amount.currency ? amountOff?.minorUnits : nil) ?? 0
        return Money(max(0, amount.minorUnits - off), amount.currency)
    }

    /// Returns the reason that the processor cannot charge the discounted amount. Returns nil if the
    /// processor can charge it, or if the discounted amount is zero.
    public func chargeProblem(of amount: Money) -> String? {
        let rest = reduced(amount)
        return rest.minorUnits == 0 ? nil : rest.chargeProblem
    }
}

extension PaymentDriver {
    /// Looks up a promotion code at the processor, ignoring case.
    ///
    /// - Returns: The active promotion with this code, or the newest inactive promotion if no promotion is
    ///   active. Nil if no promotion has this code.
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond, or
    ///   `processorRefused`.
    public func promotion(named code: String) async throws -> Promotion? {
        try await reading { try await processor.promotionCode(named: code) }
            .map(Promotion.init)
    }

    /// Creates a promotion code at the processor.
    ///
    /// - Parameters:
    ///   - code: The code, which consists of letters, digits and dashes.
    ///   - discount: The percentage or amount to deduct.
    ///   - duration: The charges to which the discount applies.
    ///   - expiresAt: The time from which the code can no longer be redeemed, or nil if it does not expire.
    ///   - key: The idempotency key, or nil if the request is sent only once. A repeated request with the
    ///     same key returns the same promotion code.
    /// - Throws: ``PaymentError`` with code `processorRefused`, for example if another active promotion has
    ///   this code, or `outcomeUnknown` if the processor does not respond.
    public func createPromotion(
        _ code: String, _ discount: Promotion.Discount, duration: Promotion.Duration, expiresAt: Timestamp?,
        key: String? = nil
    ) async throws -> Promotion {
        let off: PromotionCode.Off =
            switch discount {
            case .percent(let share): .percent(share)
            case .amount(let money): .amount(money)
            }
        let request = PromotionCode.Create(
            code: code, off: off, duration: PromotionCode.Duration(rawValue: duration.rawValue) ?? .once,
            expiresAt: expiresAt)
        let key = IdempotencyKey(key.map { "promotion-\($0)" } ?? ids.make("call"))
        do {
            return Promotion(try await processor.create(request, key: key))
        } catch {
            if error.leavesOutcomeUnknown { throw PaymentError(.outcomeUnknown, error.message) }
            throw PaymentError(error)
        }
    }
}
