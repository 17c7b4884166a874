import Giving
import HTMLKit
import PaymentCore
import ServerKit
import TokenKit

extension TapController {
    /// Returns the page of one gift, with its current status.
    func show(_ request: PageRequest, complaint: String? = nil) async throws -> PageResponse {
        let (key, details) = try await found(request)
        // The donor tried to make a different gift with the form of this one.
        let isUsed = request.query == Self.used
        var again = GiftChoice(details.gift, key: FormKey(random: random))
        // A donor who already gives monthly seldom wants a second monthly gift.
        if details.gift.paidAt != nil { again.isMonthly = false }
        return page(
            GiftPage(
                details: details, key: key,
                complaint: complaint ?? (isUsed ? DonorSentence.ofUsedForm(details.gift) : nil),
                newGiftURL: again.address,
                isMailed: settings.mailsReceipts && settings.sender != nil))
    }

    /// Returns the receipt as a printable page.
    func receipt(_ request: PageRequest) async throws -> PageResponse {
        let (key, receipt) = try await foundReceipt(request)
        return frame.paper(
            ReceiptText(receipt).document, backTo: key.path, "Back to your gift",
            pdf: PDFPath.of("\(key.path)/receipt"))
    }

    /// Returns the receipt as a PDF file.
    func receiptFile(_ request: PageRequest) async throws -> PageResponse {
        let receipt = try await foundReceipt(request).receipt
        return try .pdf(of: receipt)
    }

    private func foundReceipt(_ request: PageRequest) async throws -> (key: GiftKey, receipt: Receipt) {
        let (key, details) = try await found(request)
        guard let receipt = details.receipt else {
            throw ProblemPage(404, "There is no receipt", "the gift is not paid, or its receipt is void")
        }
        return (key, receipt)
    }

    /// Charges a different card for a declined gift, and redirects to the gift's page. If the charge is
    /// refused, returns that page with an error message.
    func retry(_ request: PageRequest) async throws -> PageResponse {
        let (key, _) = try await found(request)
        let fields = request.fields
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
            return try await show(request, complaint: DonorSentence.of(error))
        } catch let error as PaymentError {
            return try await show(request, complaint: DonorSentence.of(error))
        }
    }

    /// Sends the donor's response to the simulated bank's challenge, and redirects to the gift's page.
    func answerBank(_ request: PageRequest) async throws -> PageResponse {
        let (key, details) = try await found(request)
        guard details.gift.status == .requiresAction, let isPassed = request.isPassed else {
            return .redirect(to: key.path)
        }
        try await world.answerBank(details.gift, isPassed)
        return .redirect(to: key.path)
    }

    private func found(_ request: PageRequest) async throws -> (GiftKey, GiftDetails) {
        guard let key = GiftKey(segment: request.segment("key"), request.browser),
            let details = try await giving.details(key: key.requestKey)
        else { throw ProblemPage.noGift }
        return (key, details)
    }
}

extension ProblemPage {
    /// The error page for a gift that cannot be shown in this browser. The page does not say that nothing was
    /// charged, because the gift may have been charged.
    static let noGift = ProblemPage(
        404, "This gift cannot be shown",
        "the address is wrong, the gift was made more than a day ago, or it was made in another browser",
        remedy:
            "If you received a receipt, it has all the details. "
            + "To give again, tap the tag or open the organization's page.",
        way: Way(words: "Get a link to your gifts by e-mail", address: SessionCookie.path))
}
