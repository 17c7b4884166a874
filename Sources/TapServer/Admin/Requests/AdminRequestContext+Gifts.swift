import DatabaseKit
import Giving
import HTMLKit
import MoneyKit
import PaymentCore
import ServerKit
import StaffAccess
import TextKit
import TimeKit
import TokenKit

extension AdminRequestContext {
    /// The maximum number of gifts on a page.
    private static let pageSize = 50

    func gifts() async throws -> PageResponse {
        let (filter, formToken) = (try await giftFilter(), frame.token)
        let page = try await books.read { transaction in
            let found = try transaction.gifts(filter, limit: Self.pageSize)
            return GiftsPage(
                organization: transaction.organization, filter: filter, found: found,
                funds: try transaction.funds(), formToken: formToken)
        }
        return frame.page(page)
    }

    private func giftFilter() async throws -> GiftFilter {
        let filter = try GiftFilter(fields)
        guard filter.fund != nil else { return filter }
        if let complaint = filter.complaint(knowing: try await books.read { try $0.funds() }) {
            throw complaint
        }
        return filter
    }

    /// Returns the filtered gifts as a CSV file. The command line lists gifts in the same CSV format.
    func giftSheet() async throws -> PageResponse {
        let (filter, books) = (try await giftFilter(), books)
        if let complaint = filter.days.complaint { throw ProblemPage.noDay(complaint) }
        return try await export("gifts", head: GiftSheet.head) { key in
            try await books.read { transaction in
                let found = try transaction.gifts(
                    filter.starting(after: key), asClosed: true, limit: ExportStream.pageSize)
                let lines = try found.gifts.map { gift in
                    CSVLine.text(GiftSheet.line(gift, net: try transaction.net(of: gift, asClosed: true)))
                }
                return ExportStream.Page(
                    text: lines.joined(), next: found.hasMore ? found.gifts.last?.id : nil)
            }
        }
    }

    func gift(_ id: String) async throws -> PageResponse {
        let resent = fields.isTicked("sent") ? try await resentNote(ofGift: id) : .empty
        return try await giftPage(id, resent: resent)
    }

    /// Returns a gift's page.
    ///
    /// - Parameter resent: The confirmation or error message about an e-mailed copy of the receipt; empty if
    ///   no copy was requested.
    func giftPage(_ id: String, resent: HTML, status: Int = 200) async throws -> PageResponse {
        let story = try await books.existing { try $0.story(ofGift: id) }
        return frame.page(
            GiftStoryPage(
                story: story, payout: try await books.payout(of: story.details.gift),
                mayRefund: frame.permits(.change), isAnswer: fields.isTicked("done"),
                resend: resendForm(), resent: resent), status: status)
    }

    /// Returns the journal for a range of days as a CSV file. The command line exports the journal in the
    /// same format.
    func journal() async throws -> PageResponse {
        let calendar = organization.calendar
        let days = TypedDays(fields)
        if let complaint = days.complaint { throw ProblemPage.noDay(complaint) }
        let first = days.start(by: calendar) ?? .earliest
        let period = first..<max(first, days.end(by: calendar) ?? .latest)
        let books = books
        return try await export("journal", head: AccountingSheet.head) { key in
            let page = try await books.read { transaction in
                try transaction.journal(
                    in: period, after: key.flatMap { Int64($0) } ?? 0, limit: ExportStream.pageSize)
            }
            let lines = page.entries.flatMap { entry in
                AccountingSheet.lines(entry, day: calendar.date(of: entry.time)).map(CSVLine.text)
            }
            return ExportStream.Page(text: lines.joined(), next: page.last.map { String($0) })
        }
    }

    /// Returns the form for the amount of a refund or, if the request already contains an amount, the
    /// confirmation page. Neither page changes anything.
    func askRefund(_ id: String) async throws -> PageResponse {
        let story = try await books.existing { try $0.story(ofGift: id) }
        return try refundPage(
            story, amount: fields.amount("amount"), key: FormKey(random: random), complaint: nil)
    }

    /// Refunds a gift, and redirects to the gift's page. If the form is submitted twice, the gift is refunded
    /// only once. If the refund is refused, returns the form with an error message.
    func refund(_ id: String) async throws -> PageResponse {
        let story = try await books.existing { try $0.story(ofGift: id) }
        guard let key = FormKey(fields["key"]), let amount = fields["amount"] else {
            throw ProblemPage.staleForm
        }
        do {
            _ = try await books.refund(id, amount: amount, reason: reason, key: "admin:\(key.text)")
        } catch let error as GivingError where error.code == .idempotencyConflict {
            ChangeRecord.current?.refused(error.failureCode)
            return try refundPage(
                story, amount: nil, key: FormKey(random: random),
                complaint: "This form was already used. Nothing more was refunded.")
        } catch let error as GivingError {
            return try refundPage(story, amount: nil, key: key, complaint: refusal(error))
        } catch let error as PaymentError where error.code != .outcomeUnknown {
            return try refundPage(story, amount: nil, key: key, complaint: refusal(error))
        } catch is PaymentError {
            // The refund is stored, and retried until its outcome is known. The gift's page shows its state.
        }
        return .redirect(to: address(.gift(id)) + "?done=1")
    }

    private var reason: String? {
        fields["reason"].flatMap { reason in RefundPage.reasons.contains { $0.value == reason } ? reason : nil
        }
    }

    private func refundPage(
        _ story: GiftStory, amount: String?, key: FormKey, complaint: String?
    ) throws -> PageResponse {
        if let sentence = story.disputeSentence {
            throw ProblemPage(422, "Nothing can be refunded", "a dispute is open", remedy: sentence)
        }
        guard let payment = story.details.payment, payment.state == .succeeded, !payment.isLost
        else {
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
