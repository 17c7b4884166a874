public import Contracts
import DatabaseKit
import Giving
import HTMLKit
import PaymentCore
import ServerKit
public import TimeKit

/// The controller of the pages on which a payer pays a contract's installments. It maps requests to
/// responses.
///
/// Anyone with a payment link can pay its installment. A request is accepted only with the link's token,
/// which the browser keeps in a cookie of this site (``LinkExchange``). A form on another site therefore
/// cannot pay. The amount comes from the contract; the form only selects a card.
public struct ContractController: ProductPages, FramedPages {
    let service: ContractService
    let frame: PageFrame
    /// The simulated wallet of the payer's phone; nil if payers can pay only by card.
    let wallet: SimulatedWallet?
    /// Returns the calendar of a connected account. Documents show dates in the calendar's time zone.
    let calendar: @Sendable (_ account: String) async throws -> LocalCalendar
    /// Returns the brand color of the organization that owns the connected account; nil for the standard
    /// color.
    let color: @Sendable (_ account: String) async throws -> String?
    /// Sends the payer's response to the simulated bank's challenge, and updates the payment.
    let answerBank: BankAnswer
    /// Logs an unexpected error.
    let failed: ErrorReport

    /// Creates the pages of a contract service.
    ///
    /// - Parameters:
    ///   - answerBank: Sends the payer's response to the simulated bank's challenge, and updates the payment.
    ///   - isPublicSimulation: Whether the site is a public simulation. If so, each page states this.
    ///   - wallet: The simulated wallet of the payer's phone; nil if payers can pay only by card.
    ///   - calendar: Returns the calendar of a connected account. Documents show dates in the calendar's time
    ///     zone.
    ///   - color: Returns the brand color of the organization that owns the connected account; nil for the
    ///     standard color.
    ///   - failed: Logs an unexpected error.
    public init(
        service: ContractService, isPublicSimulation: Bool = false, wallet: SimulatedWallet? = nil,
        calendar: @escaping @Sendable (_ account: String) async throws -> LocalCalendar = { _ in .utc },
        color: @escaping @Sendable (_ account: String) async throws -> String? = { _ in nil },
        answerBank: @escaping BankAnswer,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.service = service
        frame = PageFrame(isPublicSimulation: isPublicSimulation)
        self.wallet = wallet
        self.calendar = calendar
        self.color = color
        self.answerBank = answerBank
        self.failed = failed
    }

    package var places: [RoutePlace] { PaymentPath.routes.places }

    /// Returns the response to a request. If an error occurs, the response is a page that explains it.
    public func answer(_ request: PageRequest) async -> PageResponse {
        do {
            return try await PaymentPath.routes.answer(request, on: self)
        } catch let error as ContractError where error.code == .invalidToken {
            return page(.noPayment)
        } catch {
            failed(error)
            return page(.ours)
        }
    }

    private func payable(_ token: String) async throws -> ContractPayable {
        let (contract, number) = try await service.contract(token: token)
        let payment = try await service.database.read { transaction in
            try contract.instalment(number)?.payment.flatMap { try transaction.payment($0) }
        }
        return ContractPayable(contract: contract, number: number, payment: payment)
    }

    private func shown(_ token: String) async throws -> ContractPage {
        let payable = try await payable(token)
        return ContractPage(
            payable: payable, token: token, wallet: wallet,
            color: try await color(payable.contract.terms.payee))
    }

    private func complaining(_ token: String, _ complaint: String, status: Int) async throws -> PageResponse {
        var page = try await shown(token)
        page.complaint = complaint
        return self.page(page, status: status)
    }

}

extension ContractController: PaymentPages {
    func show(_ request: PageRequest) async throws -> PageResponse { page(try await shown(request.token)) }

    func pay(_ request: PageRequest) async throws -> PageResponse {
        let (token, fields) = (request.token, request.fields)
        do {
            let choice = try CardChoice(fields?["method"], by: fields?["by"], on: wallet)
            let (contract, number) = try await service.contract(token: token)
            let method = try await choice.method(from: wallet, key: "page:\(contract.id):\(number)")
            _ = try await service.pay(.token(token), method: method, client: request.client)
        } catch let complaint as CardComplaint {
            return try await complaining(token, complaint.text, status: 422)
        } catch let error as ContractError where error.code == .wrongState || error.code == .notPayable {
            // The payment failed because another request was faster or the installment is not payable now. The next
            // page says which.
        } catch let error as PaymentError {
            return try await complaining(token, DonorSentence.of(error), status: error.statusCode)
        }
        return back(request)
    }

    func bank(_ request: PageRequest) async throws -> PageResponse {
        let payment = try await payable(request.token).payment
        if let payment, payment.state == .requiresAction, let isPassed = request.isPassed {
            try await answerBank(payment.id, isPassed)
        }
        return back(request)
    }

    func cancel(_ request: PageRequest) async throws -> PageResponse { back(request) }

    func sheet(_ request: PageRequest) async throws -> PageResponse {
        let (contract, _) = try await service.contract(token: request.token)
        let calendar = try await calendar(contract.terms.payee)
        let paper = try Paper.contractSheet(of: contract, mark: TestMark.sentence, calendar: calendar)
        return .page(status: 200, paper.document)
    }

    func invoice(_ request: PageRequest) async throws -> PageResponse {
        let (contract, number) = try await service.contract(token: request.token)
        let calendar = try await calendar(contract.terms.payee)
        guard contract.instalment(number)?.paidAt != nil else { return page(.noInvoice) }
        let invoice = try ContractInvoice(of: contract, part: number)
        let paper = Paper.contractInvoice(invoice, mark: TestMark.sentence, calendar: calendar)
        return .page(status: 200, paper.document)
    }
}

extension ProblemPage {
    static let noPayment = ProblemPage(
        404, "This payment link is not valid",
        "the link was withdrawn, has expired, or was not copied completely",
        remedy: "Nothing was charged. Ask the sender for a new link.")

    static let noInvoice = ProblemPage(
        404, "The invoice is not available yet", "this part of the contract has not been paid",
        remedy: "Open the payment link and pay first.")

    static let ours = ProblemPage(
        503, "Something went wrong", "the page could not be shown",
        remedy: "Try again in a moment. You will not be charged twice.")
}
