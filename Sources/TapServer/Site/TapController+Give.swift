import DatabaseKit
import Giving
import PaymentCore
import ServerKit

extension TapController {
    /// Makes a gift, and redirects to the gift's page. Reloading that page does not charge the donor again.
    /// If the gift is refused before it is started, returns the review page or the giving page with an error
    /// message.
    func give(_ request: PageRequest) async throws -> PageResponse {
        guard let fields = request.fields, let choice = GiftChoice(fields) else {
            throw ProblemPage(
                400, "This form is not valid", "a field is missing or too long",
                remedy: "Open the organization's page again. Nothing was charged.")
        }
        let (contact, card) = (Contact(fields), fields["method"] ?? "")
        let key = GiftKey(choice.key, request.browser)
        if choice.means == .wallet, !world.wallet.device.canMakePayments {
            return try await complain(SimulatedWallet.missing, choice, contact, card)
        }
        if let flaw = contact.flaw {
            return try await reviewPage(
                choice, contact, card: card, complaint: flaw, refused: contact.missingField)
        }
        do {
            let method = try await self.method(of: card, choice.means, key)
            var wanted = try choice.request(contact, method: method, client: request.client, key: key)
            wanted.tap = try await known(choice)
            wanted.donorWaits = true
            let made = try await giving.giveOrRetry(wanted, nextKey: key.next.requestKey)
            return .redirect(to: made == key.requestKey ? key.path : key.next.path)
        } catch let error as UnfinishedGift {
            failed(error.cause)
            return .redirect(to: key.path)
        } catch let error as GivingError where error.code == .idempotencyConflict {
            return .redirect(to: key.path + "?" + Self.used)
        } catch let error as GivingError where !error.isAbsence {
            return try await complain(
                DonorSentence.of(error), choice, contact, card, refused: error.formField)
        } catch let error as PaymentError {
            // A gift that was started has its own page. A gift that was refused to prevent card testing has none.
            if try await giving.details(key: key.requestKey) != nil { return .redirect(to: key.path) }
            return try await complain(DonorSentence.of(error), choice, contact, card)
        }
    }

    /// Returns the review page again, with the entered values and an error message. If a review is not
    /// possible, for example because the donor's choices are invalid, returns the giving page instead.
    private func complain(
        _ complaint: String, _ choice: GiftChoice, _ contact: Contact, _ card: String, refused: String? = nil
    ) async throws -> PageResponse {
        do {
            return try await reviewPage(choice, contact, card: card, complaint: complaint, refused: refused)
        } catch let error as GivingError {
            guard error.readings.isEmpty else { return try await givingPage(choice, refused: error) }
            return try await givingPage(choice, complaint: complaint)
        } catch is PaymentError {
            return try await givingPage(choice, complaint: complaint)
        }
    }

    /// Returns the id of the tap in the form if the tap belongs to this organization; otherwise nil. In a
    /// forged form, the tap could belong to a different organization.
    private func known(_ choice: GiftChoice) async throws -> String? {
        guard let id = choice.tap else { return nil }
        await storeTaps(id)
        guard let tap = try await giving.database.read({ try $0.tap(id) }),
            tap.organization?.lowercased() == choice.organization.lowercased()
        else { return nil }
        return id
    }

    /// Returns the payment method to charge. If the donor pays with the wallet, the payment method is created
    /// from the card in the wallet. If the form is submitted twice, both requests use the same payment
    /// method.
    private func method(
        of card: String, _ means: GiftChoice.Means, _ key: GiftKey
    ) async throws -> String {
        guard means == .wallet else { return card }
        guard TestCard(rawValue: card) != nil else { throw GivingError(.invalidMethod) }
        return try await world.wallet.method(card, "\(key.requestKey):\(card)")
    }
}

extension GivingError {
    /// The name of the review's form field that the error is about, or nil.
    fileprivate var formField: String? {
        switch code {
        case .invalidName: "name"
        case .invalidEmail: "email"
        case .invalidPhone: "phone"
        case .invalidMethod: "method"
        default: nil
        }
    }
}
