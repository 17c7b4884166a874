package import Bookings
import DatabaseKit
import Payees
import PaymentCore
import ServerKit
import TimeKit
import TokenKit

/// The controller of the pages on which a payer reviews and pays a booking. It maps requests to responses.
///
/// Anyone with a quote's link can pay the quote. A request is accepted only with the link's token, which the
/// browser keeps in a cookie of this site (``LinkExchange``). A form on another site therefore cannot pay.
/// The amount comes from the quote; the form only selects a card.
public struct BookingController: ProductPages, FramedPages {
    let service: BookingService
    let frame: PageFrame
    /// The simulated wallet of the payer's phone; nil if payers can pay only by card.
    let wallet: SimulatedWallet?
    /// Returns the brand color of an organization; nil for the standard color.
    let color: @Sendable (_ org: String) async throws -> String?
    /// Sends the payer's response to the simulated bank's challenge, and updates the payment.
    let answerBank: BankAnswer
    /// The pages that handle a request if its token does not belong to a quote.
    let others: any ProductPages
    /// Logs an unexpected error.
    let failed: ErrorReport

    /// Creates the pages of a booking service.
    ///
    /// - Parameters:
    ///   - others: The pages that handle a request if its token does not belong to a quote.
    ///   - color: Returns the brand color of an organization; nil for the standard color.
    ///   - answerBank: Sends the payer's response to the simulated bank's challenge, and updates the payment.
    ///   - isPublicSimulation: Whether the site is a public simulation. If so, each page states this.
    ///   - wallet: The simulated wallet of the payer's phone; nil if payers can pay only by card.
    ///   - failed: Logs an unexpected error.
    package init(
        service: BookingService, isPublicSimulation: Bool = false, wallet: SimulatedWallet? = nil,
        others: any ProductPages,
        color: @escaping @Sendable (_ org: String) async throws -> String? = { _ in nil },
        answerBank: @escaping BankAnswer,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.service = service
        frame = PageFrame(isPublicSimulation: isPublicSimulation)
        self.wallet = wallet
        self.others = others
        self.color = color
        self.answerBank = answerBank
        self.failed = failed
    }

    package var places: [RoutePlace] { PaymentPath.routes.places }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    public func answer(_ request: PageRequest) async -> PageResponse {
        do {
            guard let id = try await quote(of: request.token) else { return await others.answer(request) }
            if let refusal = request.refusedMethod { return refusal }
            let found = try await service.quote(id, for: .platform)
            let context = BookingRequestContext(
                site: self, quote: found, payer: .payer(found.request.payer.id), token: request.token)
            return try await PaymentPath.routes.answer(request, on: context)
        } catch {
            failed(error)
            return page(.ours)
        }
    }

    /// Returns the id of the quote for a token; nil if the token does not belong to a quote. The lookup uses
    /// the token's hash, so its duration reveals nothing about existing tokens.
    private func quote(of token: String) async throws -> String? {
        guard let token = SecretToken<LetterToken128>(token) else { return nil }
        let link = try await service.database.read { try $0.pageLink(hash: token.hash) }
        return link?.kind == .bookingQuote ? link?.subject : nil
    }

    fileprivate func shown(
        _ id: String, _ token: String, complaint: String? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let now = service.payees.clock.now()
        let (found, org) = try await service.database.read { transaction in
            guard let quote = try transaction.bookingQuote(id) else { throw BookingError(.quoteNotFound) }
            let payment = try quote.payment.flatMap { try transaction.payment($0) }
            let payee = try transaction.existingPayee(quote.request.payee)
            let page = BookingPage(
                quote: quote, payee: payee.name, payment: payment,
                job: try payment.flatMap { try transaction.bookingJob(ofPayment: $0.id) }, token: token,
                now: now, wallet: wallet, complaint: complaint)
            return (page, payee.org)
        }
        var page = found
        if let org { page.color = try await color(org) }
        return self.page(page, status: status)
    }
}

/// A payer's request for a page of a quote.
private struct BookingRequestContext: PaymentPages {
    let site: BookingController
    let quote: BookingQuote
    let payer: BookingActor
    let token: String

    func show(_ request: PageRequest) async throws -> PageResponse { try await site.shown(quote.id, token) }

    func pay(_ request: PageRequest) async throws -> PageResponse {
        let (fields, wallet) = (request.fields, site.wallet)
        do {
            let choice = try CardChoice(fields?["method"], by: fields?["by"], on: wallet)
            let method = try await choice.method(from: wallet, key: "page:\(quote.id)")
            _ = try await site.service.pay(quote.id, method: method, by: payer, client: request.client)
        } catch let complaint as CardComplaint {
            return try await site.shown(quote.id, token, complaint: complaint.text, status: 422)
        } catch let error as BookingError where error.code == .quoteExpired {
            // The page that is shown next says that the quote has expired.
        } catch let error as PaymentError {
            return try await site.shown(
                quote.id, token, complaint: DonorSentence.of(error), status: error.statusCode)
        }
        return back(request)
    }

    func bank(_ request: PageRequest) async throws -> PageResponse {
        let payment = try await site.service.database.read { transaction in
            try quote.payment.flatMap { try transaction.payment($0) }
        }
        if let payment, payment.state == .requiresAction, let isPassed = request.isPassed {
            try await site.answerBank(payment.id, isPassed)
        }
        return back(request)
    }

    func cancel(_ request: PageRequest) async throws -> PageResponse {
        try await site.service.abandon(quote.id, by: payer)
        return back(request)
    }

    /// Redirects to the quote's page, because only contracts have a printable page.
    func sheet(_ request: PageRequest) async throws -> PageResponse { back(request) }

    /// Redirects to the quote's page, because only contracts have an invoice.
    func invoice(_ request: PageRequest) async throws -> PageResponse { back(request) }
}
