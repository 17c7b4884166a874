import Giving
import PaymentCore
import ServerKit
import TokenKit

extension TapController {
    func monthly(_ id: String, _ giver: SignedIn, _ request: PageRequest) async throws -> PageResponse {
        try await monthlyPage(id, giver, isChanged: request.query == Self.changed)
    }

    /// The query that is added to the URL of a monthly gift's page after a change, so that the page confirms
    /// the change.
    private static let changed = "changed=1"

    private func monthlyPage(
        _ id: String, _ giver: SignedIn, isChanged: Bool = false, complaint: String? = nil,
        refused: MonthlyForm? = nil, question: AmountQuestion? = nil
    ) async throws -> PageResponse {
        var page = MonthlyPage(
            details: try await giving.monthlyGift(id, of: giver.donor.id), csrfToken: giver.csrfToken,
            key: FormKey(random: random), isChanged: isChanged, complaint: complaint)
        page.refused = refused
        page.question = question
        return self.page(page)
    }

    /// Changes a monthly gift, and redirects to its page. If a form is submitted twice, the change is made
    /// only once. If the change is refused, returns the page with an error message.
    func change(
        _ id: String, _ form: MonthlyForm, _ giver: SignedIn, _ request: PageRequest
    ) async throws -> PageResponse {
        let fields = try giver.fields(of: request)
        do {
            let details = try await giving.monthlyGift(id, of: giver.donor.id)
            let change = try form.change(fields, of: details)
            guard let key = FormKey(fields["key"]) else { throw GivingError(.invalidKey) }
            let own = DonorForm(
                donor: giver.donor.id, key: "\(key.requestKey):\(form.rawValue)", client: request.client)
            _ = try await giving.change(id, change, by: own)
            return .redirect(to: "\(MonthlyPage.path(of: details.recurring))?\(Self.changed)")
        } catch {
            let readings = (error as? GivingError)?.readings ?? []
            let question = AmountQuestion(fields["amount"], readings)
            return try await monthlyPage(
                id, giver, complaint: question?.complaint ?? complaint(of: error), refused: form,
                question: question)
        }
    }
}

/// The forms that change a monthly gift, one for each kind of change.
enum MonthlyForm: String, CaseIterable {
    case amount, day, fund, card, pause, resume, end
}

extension MonthlyForm {
    /// Returns the requested change.
    ///
    /// - Throws: `GivingError` if a field is missing or invalid, or if the page does not offer the change.
    func change(_ fields: FormFields, of details: MonthlyGiftDetails) throws(GivingError) -> RecurringChange {
        switch self {
        case .amount:
            guard let amount = fields.amount("amount") else { throw GivingError(.malformedAmount) }
            return .amount(amount)
        case .day:
            guard let day = fields["day"].flatMap({ Int($0) }) else {
                throw GivingError(.wrongState, "this day", wanted: "choose a day of the month from 1 to 31")
            }
            return .day(day)
        case .fund:
            guard let fund = fields["fund"] else { throw GivingError(.fundUnclear) }
            return .fund(fund)
        case .card:
            guard let card = fields["method"], TestCard(rawValue: card) != nil else {
                throw GivingError(.invalidMethod)
            }
            return .method(card)
        case .pause: return .pause(until: try fields["until"].map(details.pauseEnd))
        case .resume: return .resume
        case .end:
            guard fields.isTicked("sure") else {
                throw GivingError(
                    .wrongState, "an unconfirmed cancellation",
                    wanted: "check the box to confirm the cancellation")
            }
            return .cancel
        }
    }
}
