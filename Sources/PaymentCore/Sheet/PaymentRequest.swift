public import MoneyKit
public import TimeKit

/// A request for a wallet's payment sheet, with the lines and the total of a quote.
///
/// Source: Apple's documentation, "PKPaymentRequest" and "PKRecurringPaymentRequest".
public struct PaymentRequest: Hashable, Sendable {
    /// A line of the payment sheet.
    public struct Item: Hashable, Sendable {
        /// The label of this line. The label of the last line is the name of the payee.
        public let label: String
        /// The amount of this line, in the currency of the request.
        public let amount: Money
    }

    /// A contact detail of the payer that the wallet must provide.
    public enum ContactField: String, Sendable {
        case emailAddress, phoneNumber, name
    }

    /// The payee of a payment sheet, with a display name, country and merchant identifier.
    public struct Merchant: Hashable, Sendable {
        /// The identifier that is registered with Apple, such as `merchant.com.example.payments`.
        /// ``SheetSettings`` checks its format.
        public let identifier: String
        /// The name that is shown next to the total.
        public let name: String
        /// The country in which the payment is processed, as an ISO 3166-1 code such as `US`.
        public let countryCode: String

        /// The merchant identifier that is used if no other identifier is configured.
        public static let standardIdentifier = "merchant.com.affilia.payments"

        /// Creates a merchant.
        ///
        /// - Parameters:
        ///   - identifier: The identifier that is registered with Apple.
        ///   - name: The name that is shown next to the total.
        ///   - countryCode: The ISO 3166-1 code of the country in which the payment is processed.
        public init(identifier: String, name: String, countryCode: String) {
            (self.identifier, self.name, self.countryCode) = (identifier, name, countryCode)
        }
    }

    /// The merchant identifier that is registered with Apple.
    public let merchantIdentifier: String
    /// The ISO 3166-1 country code.
    public let countryCode: String
    /// The ISO 4217 currency code, in upper case as the sheet requires.
    public let currencyCode: String
    /// The card networks that the processor accepts.
    let supportedNetworks: [String]
    /// The payment capabilities of the merchant: 3-D Secure, credit cards and debit cards.
    public let merchantCapabilities: [String]
    /// The contact details that the payer must provide, in display order.
    public let requiredContactFields: [ContactField]
    /// The lines of the sheet. The last line is the total, which is labeled with the payee's name.
    public let paymentSummaryItems: [Item]
    /// The recurring charge, or nil if the payment is made only once.
    public let recurring: RecurringPaymentRequest?

    /// Creates the request for a quote.
    ///
    /// - Parameters:
    ///   - quote: The lines and the total to show.
    ///   - subject: A short description of the payment.
    ///   - merchant: The payee to show.
    ///   - recurring: The recurring charge for the same quote, or nil.
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

/// The part of a payment sheet that describes a monthly payment.
///
/// Source: Apple's documentation, "PKRecurringPaymentRequest" and "PKRecurringPaymentSummaryItem".
public struct RecurringPaymentRequest: Hashable, Sendable {
    /// A short description of the payment.
    public let paymentDescription: String
    /// The charge for each period.
    public let regularBilling: PaymentRequest.Item
    /// The unit of the interval, which is always `month`.
    public let intervalUnit: String
    /// The number of interval units in a period.
    public let intervalCount: Int
    /// The day of the first charge.
    public let startDate: CalendarDate
    /// The URL of the page where the payer can change or stop the payment.
    public let managementURL: String
    /// The text of the agreement that the payer accepts.
    public let billingAgreement: String

    /// Creates the description of a monthly payment.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the URL is not an `https` URL, because the wallet
    ///   would refuse it.
    public init(
        monthly quote: Quote, described description: String, from start: CalendarDate, managedAt url: String
    ) throws(PaymentError) {
        guard url.hasPrefix("https://"), url.utf8.count > 8 else {
            throw PaymentError(
                .wrongState, "the cancellation page's URL must be an https URL with a host, but is \(url)",
                remedy: "use a URL such as https://example.org/cancel")
        }
        paymentDescription = description
        regularBilling = PaymentRequest.Item(label: description, amount: quote.total)
        (intervalUnit, intervalCount, startDate, managementURL) = ("month", 1, start, url)
        billingAgreement =
            "You will be charged \(quote.total.plainText) \(quote.total.currency.code.uppercased()) every month, "
            + "starting \(start.iso8601), until you cancel."
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
