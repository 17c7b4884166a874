import Giving
import HTMLKit
import PaymentCore
import ServerKit
import TokenKit

extension TapController {
    /// Returns the page of one gift.
    func show(_ key: String, complaint: String? = nil) async throws -> PageResponse {
        let (key, details) = try await found(key)
        return self.page(
            GiftPage(
                details: details, key: key, complaint: complaint,
                anew: GiftChoice(details.gift, key: FormKey(random: random)).address,
                isMailed: settings.mailsReceipts && settings.sender != nil))
    }

    /// Returns the receipt as a printable page.
    func receipt(_ key: String) async throws -> PageResponse {
        let (key, details) = try await found(key)
        guard let receipt = details.receipt else {
            throw ProblemPage(404, "There is no receipt", "the gift is not paid")
        }
        return .page(status: 200, frame.receipt(ReceiptText(receipt).document, backTo: key.path))
    }

    /// Tries to charge a declined gift again with another card.
    func retry(_ key: String, _ request: PageRequest) async throws -> PageResponse {
        let (key, _) = try await found(key)
        let fields = FormFields(request.form)
        guard let method = fields?["method"], let attempt = fields?["attempt"].flatMap({ Int($0) }) else {
            return .redirect(to: key.path)
        }
        do {
            let tried = try await giving.retry(
                key: key.requestKey, method: method, attempt: attempt, client: request.client,
                nextKey: key.next.requestKey)
            return .redirect(to: tried == key.requestKey ? key.path : key.next.path)
        } catch let error as GivingError where error.code == .wrongState {
            // Another request was faster. The gift's page shows the result of that request.
            return .redirect(to: key.path)
        } catch let error as GivingError {
            return try await show(key.text, complaint: DonorSentence.of(error))
        } catch let error as PaymentError {
            return try await show(key.text, complaint: DonorSentence.of(error))
        }
    }

    /// Handles the donor's response on the bank's page.
    func answerBank(_ key: String, _ request: PageRequest) async throws -> PageResponse {
        let (key, details) = try await found(key)
        guard details.gift.status == .requiresAction, let isPassed = request.isPassed else {
            return .redirect(to: key.path)
        }
        try await world.answerBank(details.gift, isPassed)
        return .redirect(to: key.path)
    }

    private func found(_ text: String) async throws -> (FormKey, GiftDetails) {
        guard let key = FormKey(text), let details = try await giving.details(key: key.requestKey) else {
            throw ProblemPage(
                404, "This gift is no longer shown",
                "there is no gift here, or its page is older than a day",
                remedy:
                    "Your receipt has all the details. To give again, tap the tag or open the organization's page."
            )
        }
        return (key, details)
    }
}
