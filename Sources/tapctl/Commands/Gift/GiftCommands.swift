import ArgumentParser
import DataFolderKit
import Documents
import Giving
import MoneyKit
import PaymentCore
import Processor
import StaffAccess

/// `tapctl gift`: makes and manages gifts.
struct GiftCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gift", abstract: "Make, list, show and refund gifts.",
        subcommands: [
            GiftMake.self, GiftList.self, GiftShow.self, GiftChallenge.self, GiftRetry.self, GiftRefund.self,
        ])
}

/// `tapctl gift show`: shows a gift.
struct GiftShow: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a gift.",
        discussion: """
            EXAMPLES:
              tapctl gift show gift_01jd3x0...
              tapctl gift show gift_01jd3x0... --json
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (gift, payout, names) = try await data.withData(needsProcessor: false) { data in
            let gift = try await data.read { try $0.knownGift(id) }
            return (
                gift, try await data.payments.payout(ofPayment: gift.payment ?? ""),
                try await data.names(of: gift)
            )
        }
        try output.print(gift.document(payout: payout, net: names.net(of: gift))) {
            columns(gift.lines(names: names, payout: payout, style: $0), style: $0)
        }
    }
}

/// `tapctl gift challenge`: simulates the donor's response to the bank's challenge.
struct GiftChallenge: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "challenge", abstract: "Respond to the bank's challenge as the donor.",
        discussion: """
            EXAMPLES:
              tapctl gift challenge gift_01jd3x0... --outcome passed
              tapctl gift challenge gift_01jd3x0... --outcome failed

            A gift that requires action waits for the donor to confirm it with their bank.
            If the challenge is passed, the gift is charged; if it fails, try another card
            with `tapctl gift retry`. Exits with 77 if the gift is not paid. The command
            works only with the simulated processor.
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @Option(help: "The donor's response.")
    var outcome: PaymentIntent.ChallengeOutcome

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .challengeGift }

    func run() async throws {
        let gift = try await data.change(gift: id, output) { data, waiting in
            guard waiting.status == .requiresAction else { throw CommandError(waitingForNothing: waiting) }
            return try await data.play(outcome, for: waiting)
        }
        try Terminal.end(with: CommandError(unpaid: gift))
    }
}

extension CommandError {
    /// Creates the error for a gift that is not waiting for the donor's confirmation. The remedy depends on
    /// the gift's status.
    fileprivate init(waitingForNothing gift: Gift) {
        let error = CommandError(GivingError(.wrongState, "a gift that \(gift.status.words)"))
        let remedy: String? =
            switch gift.status {
            // A monthly gift that never began cannot be retried.
            case .failed where gift.paymentIntent != nil && gift.giver != nil:
                "`tapctl gift retry \(gift.id) --method pm_...` tries another card"
            case .succeeded, .partiallyRefunded: ""
            default: nil
            }
        self = remedy.map(error.remedied(by:)) ?? error
    }
}

extension ServiceOptions {
    /// Runs an action that changes a gift, and then prints the gift.
    func change(
        gift id: String, _ output: OutputOptions,
        _ work: @escaping @Sendable (DataFolder, Gift) async throws -> Gift
    ) async throws -> Gift {
        let (gift, names) = try await withData { data in
            let gift = try await work(data, data.read { try $0.knownGift(id) })
            return (gift, try await data.names(of: gift))
        }
        try output.print(gift, names: names)
        return gift
    }
}

/// `tapctl gift retry`: retries a declined gift with another card.
struct GiftRetry: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Retry a declined gift with another card.",
        discussion: """
            EXAMPLES:
              tapctl gift retry gift_01jd3x0... --method pm_card_visa

            The gift keeps its id and its payment intent, is charged at most once, and can
            have at most five attempts, including the first. Exits with 77 if this card is
            declined too.
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @Option(help: "Another test payment method, such as pm_card_visa.")
    var method: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .retryGift }

    func run() async throws {
        let gift = try await data.change(gift: id, output) {
            try await $0.giving.retry($1.id, method: method)
        }
        try Terminal.end(with: CommandError(unpaid: gift))
    }
}

/// `tapctl gift refund`: refunds a gift.
struct GiftRefund: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Refund a gift, in full or in part.",
        discussion: """
            EXAMPLES:
              tapctl gift refund gift_01jd3x0...                all that is left
              tapctl gift refund gift_01jd3x0... --amount 20

            The organization pays the refund, and gets back a proportional part of the
            application fee. The processor's fee is not returned. The receipt becomes void;
            after a partial refund, a new receipt is issued that refers to the old one.
            """)

    @Argument(help: "The gift's id.")
    var id: String

    @Option(help: "The amount, such as 20 or 20.00. (default: the remaining amount)")
    var amount: String?

    @Option(
        help: "The reason: duplicate, fraudulent or requested_by_customer.",
        completion: .list(["duplicate", "fraudulent", "requested_by_customer"]))
    var reason: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .refundGift }

    func validate() throws {
        if let reason, !["duplicate", "fraudulent", "requested_by_customer"].contains(reason) {
            throw ValidationError("--reason must be duplicate, fraudulent or requested_by_customer.")
        }
    }

    func run() async throws {
        _ = try await data.change(gift: id, output) { data, known in
            let plain = amount.map { Money.typedText(ofPlain: $0, in: known.amount.currency) }
            return try await data.giving.refund(known.id, amount: plain, reason: reason)
        }
    }
}
