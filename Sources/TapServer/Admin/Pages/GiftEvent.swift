import Giving
import MoneyKit
import PaymentCore
import TextKit
import TimeKit

/// One thing that happened with a gift.
struct GiftEvent: Hashable, Sendable {
    var time: Timestamp
    var words: String

    /// What happened, the oldest first.
    static func all(of story: GiftStory) -> [GiftEvent] {
        let (gift, currency) = (story.details.gift, story.details.gift.amount.currency)
        func shown(_ minor: Int64) -> String { Money(minor, currency).shown }
        var events: [GiftEvent] = []
        if let tap = story.tap {
            events.append(GiftEvent(time: tap.created, words: "the tag or link was opened"))
        }
        events.append(GiftEvent(time: gift.created, words: "the gift was made"))
        if let paid = gift.paidAt {
            events.append(GiftEvent(time: paid, words: "\(gift.total.shown) was paid"))
        }
        for refund in story.details.refunds {
            let why = refund.reason.map { ", \($0.replacing("_", with: " "))" } ?? ""
            let words = "refund of \(shown(refund.amountMinor)): \(refund.state.word)\(why)"
            events.append(GiftEvent(time: refund.created, words: words))
        }
        for dispute in story.disputes {
            let words = "the donor's bank asked for \(shown(dispute.amountMinor)) back"
            let state = "\(dispute.reason.replacing("_", with: " ")), \(dispute.state.word)"
            events.append(GiftEvent(time: dispute.created, words: "\(words): \(state)"))
        }
        for receipt in story.receipts {
            events.append(GiftEvent(time: receipt.issued, words: "receipt \(receipt.number.text) was issued"))
            if let voided = receipt.voided {
                events.append(GiftEvent(time: voided, words: "receipt \(receipt.number.text) became void"))
            }
        }
        // What happened in the same second stays in the order in which it is listed above.
        return events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
            \.element)
    }
}
