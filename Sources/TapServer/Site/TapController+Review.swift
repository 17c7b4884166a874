import Giving
import MoneyKit
import PaymentCore
import ServerKit
import TokenKit

extension TapController {
    /// Returns the review page of a gift. Opening this page never causes a charge.
    ///
    /// The gift's page can be shown after the charge only if the browser has this site's cookie with a
    /// secret. If the request does not contain the cookie, the response sets it and redirects to the same
    /// page. If the second request does not contain the cookie either, the response is an error page.
    ///
    /// After a gift was made with the form, the response redirects to the gift's page. If that gift was not
    /// paid and the donor has changed the choices, the response redirects to the review of a new gift.
    func review(_ request: PageRequest) async throws -> PageResponse {
        let (fields, choice) = try Self.choice(request.query)
        guard request.browser.secret != nil else {
            let again = PageResponse.redirect(to: "/-/review?\(choice.query)&\(Self.repeated)=1")
            return keepingSecret(fields[Self.repeated] == nil ? again : page(Self.noCookie), request)
        }
        if let (key, details) = try await made(choice, request) {
            let isSame = choice.matches(details)
            guard isSame || details.gift.status.isUnpaid else {
                return .redirect(to: key.path + "?" + Self.used)
            }
            var changed = choice
            changed.key = FormKey(random: random)
            return .redirect(to: isSame ? key.path : "/-/review?\(changed.query)")
        }
        do {
            return try await reviewPage(choice, contact(for: choice, request.cookies))
        } catch let error as GivingError where !error.isAbsence || error.code == .unknownFund {
            return try await givingPage(choice, refused: error)
        } catch let error as PaymentError {
            return try await givingPage(choice, complaint: DonorSentence.of(error))
        }
    }

    /// Handles the "Edit gift" button by redirecting to the giving page with the choices filled in. If the
    /// donor pays by card, the donor's details are filled in again in the next review.
    func change(_ request: PageRequest) async throws -> PageResponse {
        let (fields, submitted) = try Self.choice(request.form)
        let choice = try await withUnusedKey(submitted, request)
        let answer = PageResponse.redirect(to: choice.address)
        guard choice.means == .card,
            let kept = contacts.keep(
                Contact(fields), of: choice.key, isSecure: settings.isSecure, random: random)
        else { return answer }
        return .setting(kept, answer)
    }

    /// Returns the giving page with the donor's choices filled in. Unlike a request for the URL of a tag,
    /// this request does not record a tap.
    func choose(_ request: PageRequest) async throws -> PageResponse {
        let choice = try await withUnusedKey(Self.choice(request.query).choice, request)
        return keepingSecret(try await givingPage(choice), request)
    }

    /// Returns a response that also sets the browser's cookie, unless the request already contained it.
    func keepingSecret(_ answer: PageResponse, _ request: PageRequest) -> PageResponse {
        guard request.browser.secret == nil else { return answer }
        return .setting(DonorBrowser.newCookie(isSecure: settings.isSecure, random: random), answer)
    }

    /// Returns the choices unchanged or, if a gift was already made with their key, with a new key, so that
    /// the form makes another gift.
    private func withUnusedKey(_ choice: GiftChoice, _ request: PageRequest) async throws -> GiftChoice {
        let key = GiftKey(choice.key, request.browser).requestKey
        guard try await giving.hasGift(key: key) else { return choice }
        var choice = choice
        choice.key = FormKey(random: random)
        return choice
    }

    /// Returns the gift that this browser made with the form, or nil. If the gift was declined and another
    /// one was started in its place, returns the newer one.
    private func made(
        _ choice: GiftChoice, _ request: PageRequest
    ) async throws -> (key: GiftKey, details: GiftDetails)? {
        var key = GiftKey(choice.key, request.browser)
        guard var details = try await giving.details(key: key.requestKey) else { return nil }
        while details.gift.status == .failed, let next = try await giving.details(key: key.next.requestKey) {
            (key, details) = (key.next, next)
        }
        return (key, details)
    }

    private static func choice(_ form: String) throws(ProblemPage) -> (fields: FormFields, choice: GiftChoice)
    {
        guard let fields = FormFields(form), let choice = GiftChoice(fields) else { throw brokenLink }
        return (fields, choice)
    }

    /// The name of the query field that marks the second request for a review, after the cookie was set.
    private static let repeated = "repeated"

    private static let noCookie = ProblemPage(
        403, "Cookies are needed", "your browser did not accept this site's cookie",
        reason:
            "the cookie ensures that only your browser shows your gift, and that you are charged only once",
        remedy: "Allow cookies for this site, and open the organization's page again. Nothing was charged.")

    private static let brokenLink = ProblemPage(
        400, "This page cannot be opened", "the link or the form is incomplete or not valid",
        remedy: "Open the organization's page again. Nothing was charged.")

    /// Returns the review page with a quote from the giving service.
    ///
    /// - Throws: The service's error if it refuses the choices.
    func reviewPage(
        _ choice: GiftChoice, _ contact: Contact, card: String? = nil, complaint: String? = nil,
        refused: String? = nil
    ) async throws -> PageResponse {
        let request = try choice.request(contact, method: "", client: nil, key: nil)
        var choice = choice
        if !world.wallet.device.canMakePayments { choice.means = .card }
        let review = try await giving.review(request)
        // From here on, the form contains the values that were reviewed instead of the typed ones.
        (choice.organization, choice.amount) = (review.organization.id, review.amount.typedText)
        return page(
            ReviewPage(
                review: review, choice: choice, contact: contact, card: card, complaint: complaint,
                refused: refused))
    }

    /// Returns the donor details to fill in: those in the wallet if the donor pays with the wallet, otherwise
    /// those that were entered in an earlier review of this gift. Otherwise empty.
    private func contact(for choice: GiftChoice, _ cookies: Cookies) -> Contact {
        choice.means == .wallet && world.wallet.device.canMakePayments
            ? .ofWallet : contacts.read(cookies, of: choice.key) ?? Contact()
    }
}

extension Gift.Status {
    /// Whether the gift ended without a payment.
    fileprivate var isUnpaid: Bool { self == .failed || self == .canceled }
}

extension GiftChoice {
    /// Returns whether the choices describe this gift.
    fileprivate func matches(_ details: GiftDetails) -> Bool {
        let found = details.organization
        let names = [found.id] + found.aliases
        guard names.contains(where: { $0.lowercased() == organization.lowercased() }) else { return false }
        return details.describes(
            GiftRequest(
                organization: organization, fund: fund, amount: amount.map { .text($0) },
                isRecurring: isMonthly, coversFee: coversFee, method: "", name: "", email: ""))
    }

    /// Returns the request to the giving service.
    ///
    /// - Parameter key: The key of the gift; nil if the gift is only reviewed.
    /// - Throws: `fundUnclear` if no fund was chosen; `wrongState` if the donor still has to confirm the
    ///   organization's name.
    func request(
        _ contact: Contact, method: String, client: String?, key: GiftKey?
    ) throws -> GiftRequest {
        if needsConfirmation, !isSure {
            throw GivingError(
                .wrongState, "an organization that is not confirmed",
                wanted: "please check the box to confirm the organization")
        }
        guard let fund else { throw GivingError(.fundUnclear) }
        return GiftRequest(
            organization: organization, fund: fund, amount: amount.map { .text($0) },
            isRecurring: isMonthly, coversFee: coversFee, method: method, name: contact.name,
            email: contact.email, phone: contact.phone.isEmpty ? nil : contact.phone, client: client,
            tap: tap, key: key?.requestKey)
    }
}
