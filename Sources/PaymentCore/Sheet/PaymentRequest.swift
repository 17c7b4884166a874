public import MoneyKit
public import TimeKit

/// What a wallet's sheet is asked to show and to charge: the same lines and the same total as the quote.
///
/// Source: Apple's documentation, "PKPaymentRequest" and "PKRecurringPaymentRequest".
public struct PaymentRequest: Hashable, Sendable {
    /// One line of the sheet.
    public struct Item: Hashable, Sendable {
        /// What it is for; of the last line, who is paid.
        public let label: String
        /// How much.
        public let amount: Money
    }

    /// What the wallet has to hand over about the payer.
    public enum ContactField: String, Hashable, Sendable {
        case emailAddress, phoneNumber, name
    }

    /// Who is paid, as the sheet and Apple know it.
    public struct Merchant: Hashable, Sendable {
        /// As it is registered with Apple: `merchant.com.example.payments`; ``SheetSettings`` checks its form.
        public let identifier: String
        /// What stands at the total.
        public let name: String
        /// Where the payment is processed, by ISO 3166-1: `US`.
        public let countryCode: String

        /// The identifier that is registered with Apple, unless another is configured.
        public static let standardIdentifier = "merchant.com.affilia.payments"

        /// A merchant.
        public init(identifier: String, name: String, countryCode: String) {
            (self.identifier, self.name, self.countryCode) = (identifier, name, countryCode)
        }
    }

    /// As it is registered with Apple.
    public let merchantIdentifier: String
    /// By ISO 3166-1.
    public let countryCode: String
    /// By ISO 4217, in capitals as the sheet wants it.
    public let currencyCode: String
    /// Cards that the processor takes.
    public let supportedNetworks: [String]
    /// 3-D Secure by cryptogram, which every processor of today needs.
    public let merchantCapabilities: [String]
    /// In the order of the form.
    public let requiredContactFields: [ContactField]
    /// What is paid for, and last the total under the name of who is paid.
    public let paymentSummaryItems: [Item]
    /// What comes again; nil for what is paid once.
    public let recurring: RecurringPaymentRequest?

    /// The request for a quote.
    ///
    /// - Parameters:
    ///   - subject: What is paid for, in a few words.
    ///   - recurring: What comes again, by the same quote.
    public init(
        _ quote: Quote, for subject: String, to merchant: Merchant, recurring: RecurringPaymentRequest? = nil
    ) {
        merchantIdentifier = merchant.identifier
        countryCode = merchant.countryCode
        currencyCode = quote.total.currency.code.uppercased()
        supportedNetworks = ["amex", "discover", "masterCard", "visa"]
        merchantCapabilities = ["threeDSecure", "credit", "debit"]
        requiredContactFields = [.emailAddress, .phoneNumber, .name]
        paymentSummaryItems =
            quote.lines.map { Item(label: $0.role.label(of: subject), amount: $0.amount) }
            + [Item(label: merchant.name, amount: quote.total)]
        self.recurring = recurring
    }

    /// The lines before the total.
    public var lines: ArraySlice<Item> { paymentSummaryItems.dropLast() }
}

/// What the sheet says of a payment that comes again every month.
///
/// Source: Apple's documentation, "PKRecurringPaymentRequest" and "PKRecurringPaymentSummaryItem".
public struct RecurringPaymentRequest: Hashable, Sendable {
    /// What it is, in a few words.
    public let paymentDescription: String
    /// What is charged each time.
    public let regularBilling: PaymentRequest.Item
    /// `month`.
    public let intervalUnit: String
    /// Every so many of them.
    public let intervalCount: Int
    /// The day of the first charge.
    public let startDate: CalendarDate
    /// Where the payer changes or stops it.
    public let managementURL: String
    /// What the payer agrees to.
    public let billingAgreement: String

    /// A payment of every month.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` where the URL is not `https`: the wallet would refuse it.
    public init(
        monthly quote: Quote, described description: String, from start: CalendarDate, managedAt url: String
    ) throws(PaymentError) {
        guard url.hasPrefix("https://"), url.utf8.count > 8 else {
            throw PaymentError(.wrongState, "the page to stop it has to begin with https://, not \(url)")
        }
        paymentDescription = description
        regularBilling = PaymentRequest.Item(label: description, amount: quote.total)
        (intervalUnit, intervalCount, startDate, managementURL) = ("month", 1, start, url)
        billingAgreement =
            "\(quote.total.plainText) \(quote.total.currency.code.uppercased()) is charged every month from \(start.iso8601) on, until you stop it."
    }
}

extension Quote.Role {
    fileprivate func label(of subject: String) -> String {
        switch self {
        case .base: subject
        case .coveredFee: "Fee that you cover"
        case .surcharge: "Service fee"
        }
    }
}
