import MoneyKit
import Processor
import TextKit

/// The rules for the types and currencies of payment methods.
///
/// Source: Stripe API reference, "Create a PaymentIntent", `payment_method_types`; documentation, "ACH Direct
/// Debit".
enum MethodTypeRules {
    /// Checks the payment method types in a request.
    ///
    /// - Throws: ``ProcessorError`` with status 400 for an unknown type.
    static func check(types: JSONTree) throws(ProcessorError) {
        for type in types.elements.compactMap(\.string) where !known.contains(type) {
            throw .invalid(
                "The payment method type provided: \(type) is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use. See https://stripe.com/docs/payments/payment-methods/integration-options for supported payment method types.",
                parameter: "payment_method_types")
        }
    }

    /// Checks that an intent accepts a type of payment method.
    ///
    /// - Parameters:
    ///   - types: The types that the intent accepts. An empty list means all types.
    ///   - object: Stripe's name for the type of the intent, such as `PaymentIntent`.
    static func check(_ kind: PaymentMethod.Kind, types: JSONTree, of object: String) throws(ProcessorError) {
        let types = types.elements.compactMap(\.string)
        guard !types.isEmpty, !types.contains(kind.rawValue) else { return }
        throw .invalid(
            object == "PaymentIntent" ? "payment_intent_incompatible_payment_method" : nil,
            "The PaymentMethod provided (\(kind.rawValue)) is not allowed for this \(object). Please attach a PaymentMethod of one of the following types: \(types.joined(separator: ", ")).",
            parameter: "payment_method")
    }

    /// Checks that a payment method supports a currency. Bank accounts support only US dollars.
    static func check(_ method: PaymentMethod, in currency: Currency) throws(ProcessorError) {
        guard method.kind == .usBankAccount, currency != .usd else { return }
        throw .invalid(
            "payment_intent_invalid_parameter",
            "The currency provided (\(currency.code)) is invalid. Payments with us_bank_account support the following currencies: usd.",
            parameter: "currency")
    }

    /// The payment method types that Stripe supports.
    private static let known: Set<String> = [
        "acss_debit", "affirm", "afterpay_clearpay", "alipay", "alma", "amazon_pay", "au_becs_debit",
        "bacs_debit", "bancontact", "billie", "bizum", "blik", "boleto", "card", "card_present", "cashapp",
        "crypto", "customer_balance", "eps", "fpx", "giropay", "grabpay", "ideal", "interac_present",
        "kakao_pay", "klarna", "konbini", "kr_card", "link", "mb_way", "mobilepay", "multibanco",
        "naver_pay", "nz_bank_account", "oxxo", "p24", "pay_by_bank", "payco", "paynow", "paypal", "payto",
        "pix", "promptpay", "revolut_pay", "samsung_pay", "satispay", "scalapay", "sepa_debit", "sofort",
        "sunbit", "swish", "twint", "upi", "us_bank_account", "wechat_pay", "zip",
    ]
}
