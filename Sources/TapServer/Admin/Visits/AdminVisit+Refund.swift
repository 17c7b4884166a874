import Giving
import MoneyKit
import PaymentCore
import ServerKit
import TokenKit

extension AdminVisit {
    /// How much, and then: is that what is meant? Nothing is done by opening it.
    func askRefund(_ id: String) async throws -> PageAnswer {
        guard let story = try await books.read({ try $0.story(ofGift: id) }) else {
            throw ProblemPage.noAdminPage
        }
        return try refundPage(
            story, amount: fields.amount("amount"), key: FormKey(random: random), complaint: nil)
    }

    /// Gives back, once for the form that was sent, and leads to the gift.
    func refund(_ id: String) async throws -> PageAnswer {
        guard let story = try await books.read({ try $0.story(ofGift: id) }) else {
            throw ProblemPage.noAdminPage
        }
        guard let key = FormKey(fields["key"]), let amount = fields["amount"] else {
            throw ProblemPage.staleForm
        }
        do {
            _ = try await books.refund(id, amount: amount, reason: reason, key: "admin:\(key.text)")
        } catch let error as GivingError where error.code == .idempotencyConflict {
            return try refundPage(
                story, amount: nil, key: FormKey(random: random),
                complaint: "This form was used already; nothing more was refunded.")
        } catch let error as GivingError {
            return try refundPage(story, amount: nil, key: key, complaint: StaffSentence.of(error) + ".")
        } catch let error as PaymentError where error.code != .outcomeUnknown {
            return try refundPage(story, amount: nil, key: key, complaint: StaffSentence.of(error) + ".")
        } catch is PaymentError {
            // It is kept, and carried on until it is known; the gift's page tells.
        }
        return .redirect(to: address(.gift(id)) + "?done=1")
    }

    private var reason: String? {
        fields["reason"].flatMap { reason in RefundPage.reasons.contains { $0.value == reason } ? reason : nil
        }
    }

    private func refundPage(
        _ story: GiftStory, amount: String?, key: FormKey, complaint: String?
    ) throws -> PageAnswer {
        guard let payment = story.details.payment, payment.state == .succeeded else {
            throw ProblemPage(
                422, "Nothing can be refunded",
                StaffSentence.of(GivingError(.wrongState, "a gift that \(story.details.gift.status.words)")))
        }
        var page = RefundPage(
            details: story.details, leftMinor: payment.refundableMinor, key: key, formToken: frame.formToken,
            reason: reason)
        page.complaint = complaint
        if let amount {
            do {
                page.wanted = try page.checked(amount)
            } catch {
                page.typed = amount
                (page.complaint, page.ambiguity) = (error.words, error.question)
            }
        }
        return frame.page(page)
    }
}
