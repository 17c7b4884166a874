import Giving
import PaymentCore

/// What is wrong, in a sentence for a donor: the service's own sentences name commands, which donors do not have.
enum DonorSentence {
    static func of(_ error: GivingError) -> String {
        switch error.code {
        case .amountTooSmall, .amountTooLarge: "\(capital(error.summary)): \(error.wanted)."
        case .malformedAmount: "\(capital(error.summary)). Write it with a point, as 50 or 50.00."
        case .fundUnclear, .unknownFund: "Please choose a fund. Nothing was charged."
        case .fundClosed, .recurringNotOffered, .oneTimeNotOffered:
            "\(capital(error.summary)). Please choose another one."
        case .invalidName: "Please write your name with 1 to 100 characters."
        case .invalidEmail: "Please write an e-mail address, as someone@example.org."
        case .invalidPhone: "Please write a phone number with digits, spaces and + ( ) - alone."
        case .cardNumber: "A card number does not belong here; it was not kept. Please choose a test card."
        case .invalidMethod: "Please choose one of the test cards."
        case .idempotencyConflict: "This form was used already: below is the gift that was made with it."
        default: "\(capital(error.summary)). Nothing was charged."
        }
    }

    static func of(_ error: PaymentError) -> String {
        switch error.code {
        case .declined: PaymentFailure.sentenceForDonors
        case .tooManyAttempts: "This gift was tried too often. Please begin anew with another card."
        case .pausedForDeclines, .payeePaused:
            "\(capital(error.summary)). Please wait ten minutes; nothing was charged."
        case .feeExceedsAmount, .amountTooLarge: "\(capital(error.summary)). Please choose another amount."
        case .processorRefused: "The payment could not be made. Please try another card or payment method."
        default: "\(capital(error.summary)). Nothing is charged twice."
        }
    }

    private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
