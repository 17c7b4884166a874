import DisplayKit
import Giving
import PaymentCore

/// The error messages for donors. The giving service's own messages are written for operators.
enum DonorSentence {
    static func of(_ error: GivingError) -> String {
        switch error.code {
        case .amountTooSmall, .amountTooLarge: "You entered \(error.found). \(error.wanted.capital)."
        case .malformedAmount, .ambiguousAmount: "\(error.summary.capital). \(error.remedy.capital.sentence)"
        case .fundUnclear, .unknownFund: "Please choose a fund. Nothing was charged."
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered:
            "\(error.summary.capital). Please choose another fund."
        case .invalidName where error.flaw == nil && !error.wanted.isEmpty:
            "Please enter only your name. Leave out web addresses, and put a space after each period."
        case .invalidName: "Please enter a name of 1 to 100 characters\(hidden(in: error))."
        case .invalidEmail: "Please enter an e-mail address like someone@example.org\(hidden(in: error))."
        case .invalidPhone:
            "Please enter a phone number of at most 40 characters. "
                + "Only digits, spaces and . + ( ) - are allowed\(hidden(in: error))."
        case .cardNumber:
            "Do not enter a card number here. The number was not stored. Please choose a test card."
        case .invalidMethod: "Please choose one of the test cards. Nothing was charged."
        case .idempotencyConflict:
            "This gift was already made. Your new gift was not made, and nothing more was charged."
        case .wrongState where !error.wanted.isEmpty: "\(error.wanted.capital). Nothing was charged."
        default: "\(error.summary.capital). Nothing was charged."
        }
    }

    /// Returns the error message about a fund that does not accept the gift. Returns nil if the name of the
    /// fund is not known, or if the error is not about a fund.
    static func ofFund(_ error: GivingError, _ fund: String?) -> String? {
        guard let fund else { return nil }
        return switch error.code {
        case .fundClosed: "\"\(fund)\" is closed. Please choose another fund."
        case .recurringNotOffered:
            "\"\(fund)\" does not accept monthly gifts. Choose another fund, or continue with a one-time gift."
        case .oneTimeNotOffered: "\"\(fund)\" accepts only monthly gifts. Please choose another fund."
        default: nil
        }
    }

    /// Returns the message about a new gift that was sent with the form of an earlier gift.
    static func ofUsedForm(_ earlier: Gift) -> String {
        earlier.paidAt == nil
            ? "This form was already used for the gift below. Your new gift was not made."
            : of(GivingError(.idempotencyConflict))
    }

    /// Returns text to append to an error message: a sentence about the invisible or control character that
    /// caused the error, without its final period. Empty if the error has a different cause.
    private static func hidden(in error: GivingError) -> String {
        guard let flaw = error.flaw, case .character = flaw.rule else { return "" }
        return ". Your entry \(flaw.summary)"
    }

    /// Returns the error message for a refused refund or a refused change to a monthly gift.
    static func ofChange(_ error: GivingError) -> String {
        switch error.code {
        case .wrongState where !error.wanted.isEmpty: "\(error.wanted.capital). Nothing was changed."
        case .idempotencyConflict:
            "This form was already used for another change. Your gift is shown below as it is now."
        case .invalidKey: "This form was incomplete. Please send it again."
        case .fundUnclear, .unknownFund: "Please choose a fund. Nothing was changed."
        default: of(error)
        }
    }

    /// Returns the message about a refused payment. It omits reasons that are not meant for the payer.
    static func ofRefusal(_ code: String?, isDecline: Bool) -> String {
        let another = "Please try another card or payment method."
        return switch (code, isDecline) {
        case (PaymentFailure.authenticationFailure?, _):
            "Your bank did not confirm the payment. \(another)"
        case (PaymentFailure.subscriptionAsksPayer?, _):
            "Your bank requires confirmation, which is not possible for a monthly gift. \(another)"
        case ("resource_missing", _), (_, false): "The payment could not be made. \(another)"
        case (_, true): PaymentFailure.sentenceForDonors
        }
    }

    static func of(_ error: PaymentError) -> String {
        switch error.code {
        case .declined: PaymentFailure.sentenceForDonors
        case .tooManyAttempts:
            "There were too many attempts for this gift. Please start again with another card."
        case .pausedForDeclines, .payeePaused:
            "\(error.summary.capital). Please wait ten minutes; nothing was charged."
        case .feeExceedsAmount, .amountTooLarge: "\(error.summary.capital). Please choose another amount."
        case .invalidFee:
            "The fee for this payment is set incorrectly. Please tell the organization. Nothing was charged."
        case .unknownMethod: "Please choose one of the test cards. Nothing was charged."
        case .processorRefused: "The payment could not be made. Please try another card or payment method."
        default: "\(error.summary.capital). Nothing is charged twice."
        }
    }
}

extension String {
    /// The text with a period at the end.
    var sentence: String { hasSuffix(".") ? self : self + "." }

    /// The text with its first letter capitalized.
    var capital: String { prefix(1).uppercased() + dropFirst() }
}

extension PaymentError {
    /// The HTTP status of a page that shows this error above its form.
    var statusCode: Int {
        [.tooManyAttempts, .pausedForDeclines, .payeePaused].contains(code) ? 429 : 422
    }
}

extension Payment {
    /// The reason that the last attempt failed, if the payment can be retried with a different card;
    /// otherwise nil.
    var refusal: String? {
        guard state == .requiresPaymentMethod, let failure else { return nil }
        return DonorSentence.ofRefusal(failure.code, isDecline: failure.isDecline)
    }
}
