import Contracts
import HTMLKit
import MoneyKit
import PaymentCore
import TextKit

/// The page on which a payer pays an installment of a contract. It shows the milestone, the cost, each
/// party's share, and the payment button.
struct ContractPage: PageContent {
    let payable: ContractPayable
    let token: String
    /// The simulated wallet of the payer's phone; nil if payers can pay only by card.
    let wallet: SimulatedWallet?
    /// The brand color of the payee's organization; nil for the standard color.
    var color: String?
    /// The reason that the previous request was refused; nil if no request was refused.
    var complaint: String?

    private var contract: Contract { payable.contract }
    private var terms: ContractTerms { contract.terms }
    private var instalment: Instalment? { contract.instalment(payable.number) }
    /// The quote for this installment. Validated terms contain a quote for each installment, so nil means
    /// that the installment does not exist.
    private var quote: Quote? { instalment.flatMap { try? terms.quote(of: $0.amount) } }
    private var address: String { PaymentPath.payment(token) }

    /// The number of seconds after which the page reloads, in case the state has changed. Nil if the state
    /// changes only when the payer acts.
    var reloadSeconds: Int? { payable.state == .waiting ? 5 : nil }

    var title: String {
        switch payable.state {
        case .payable: "Pay \(terms.payeeName)"
        case .bank: "Your bank asks you to confirm the payment"
        case .waiting: "Your payment is on its way"
        case .paid: "Payment confirmed"
        case .closed: "This payment cannot be made"
        }
    }

    var body: HTML { content.inColor(color) }

    private var content: HTML {
        switch payable.state {
        case .payable(let refusal): form(complaint ?? refusal)
        case .bank: bank
        case .waiting: waiting
        case .paid: confirmation
        case .closed(let reason): closed(reason)
        }
    }

    private func form(_ complaint: String?) -> HTML {
        """
        \(PageFrame.payee(terms.payeeName, "Payment request. You haven't been charged"))
        \(.complaint(complaint))
        \([summary, costs])
        <form method="post" action="\(address)">
        \(TestCard.field("Card (test cards only)", isRefused: complaint != nil))
        \([HTML.walletButton("Pay with Apple Pay", on: wallet)])
        <button>Pay \(quote?.total.shown ?? "")</button>
        </form>
        <a class="button second" href="\(PaymentPath.sheet(token))">Read or print the contract</a>
        """
    }

    private var bank: HTML {
        let amount = quote?.total ?? terms.total
        let action = PaymentPath.bank(token)
        return ChallengePage(amount: amount, payee: terms.payeeName, action: action, complaint: complaint)
            .body
    }

    private var waiting: HTML {
        """
        \(PageFrame.payee(terms.payeeName, "Your payment of \(quote?.total.shown ?? "")"))
        <p role="status">The payment is still processing. This page updates when the result is known. You do not need to \
        pay again. Nothing is charged twice.</p>
        <a class="button second" href="\(address)">Check again</a>
        """
    }

    private var confirmation: HTML {
        let total = Money(instalment?.paidMinor ?? 0, terms.total.currency)
        let back = Money(instalment?.refundedMinor ?? 0, terms.total.currency)
        return """
            \(PageFrame.payee(terms.payeeName, "Your payment of \(total.shown)"))
            \(.complaint(complaint))
            \(.checkMark)
            <p role="status"><strong>Payment confirmed</strong></p>
            \([summary, costs])
            \(back.minorUnits > 0 ? "<p class=\"note\">Refunded: \(back.shown)</p>" : HTML.empty)
            <p>\(next)</p>
            <a class="button second" href="\(PaymentPath.invoice(token))">Show the invoice</a>
            <a class="button second" href="\(PaymentPath.sheet(token))">Read or print the contract</a>
            """
    }

    /// A sentence about what happens to the money after the payment: for example, that the money is held, or
    /// that it goes to the payee.
    private var next: HTML {
        switch (terms.structure, instalment?.settlement) {
        case (_, .released): "\(.name(terms.payeeName)) has received the money."
        case (_, .reversed): "Your refund is on its way."
        case (.milestones, _): "The money is held until this part of the work is done."
        default: "The money goes to \(.name(terms.payeeName))."
        }
    }

    private func closed(_ reason: String) -> HTML {
        """
        \(PageFrame.payee(terms.payeeName, "This payment cannot be made"))
        \(.complaint(complaint))
        \(summary)
        <p role="status">\(reason) You do not need to pay anything now.</p>
        """
    }

    /// A table about the contract and the milestone to pay, followed by the contract's description.
    private var summary: HTML {
        var rows = [HTML.row("For", HTML.name(terms.title))]
        let milestones = terms.structure.milestones
        if let milestone = milestones.dropFirst(payable.number - 1).first {
            rows.append(
                HTML.row("Part", "\(.name(milestone.title)), \(payable.number) of \(milestones.count)"))
            if let description = milestone.description {
                rows.append(.row("Part description", HTML.name(description)))
            }
        }
        rows.append(.row("Work", "\(terms.startDate.time) to \(terms.endDate.time)"))
        let (symbol, word) = (contract.status.symbol, contract.status.word)
        rows.append(.row("Contract", "<span aria-hidden=\"true\">\(symbol)</span> \(word)"))
        if !milestones.isEmpty { rows.append(.row("Progress", progress)) }
        return "<table>\n\(rows)\n</table>\n<p dir=\"auto\">\(terms.description)</p>"
    }

    /// The part of the contract's total that is settled, as a progress bar and as text.
    private var progress: HTML {
        let (progress, total) = (contract.progress, terms.total)
        let (settled, all) = ("\(progress.closed.minorUnits)", "\(total.minorUnits)")
        return """
            <progress aria-label="Progress" value="\(settled)" max="\(all)"></progress> \(progress.closed.shown) of \
            \(total.shown) settled (\(String(progress.count)) of \(String(progress.of)) parts)
            """
    }

    /// The amounts that make up the charge, as a wallet's payment sheet would list them, and each party's
    /// share.
    private var costs: HTML {
        guard let quote, let request = try? contract.paymentRequest(for: payable.number) else {
            return .empty
        }
        return """
            \(SheetTable(request: request, isMonthly: false).html)
            <p class="quiet">The platform keeps \(quote.applicationFee.shown) of this amount, and \(.name(terms.payeeName)) \
            receives \(quote.payeeNet.shown).</p>
            """
    }
}

/// The installment that a payment link is for, and the current state of its payment.
struct ContractPayable {
    let contract: Contract
    /// The number of the installment, starting at 1.
    let number: Int
    /// The latest payment for the installment; nil if there was no attempt.
    let payment: Payment?

    /// The possible states of the payment.
    enum State: Hashable {
        /// The payment is due. If the last card was declined, `refusal` is the reason for the decline.
        case payable(refusal: String?)
        /// The payer's bank requires the payer to confirm the payment.
        case bank
        /// The processor has not reported the outcome yet, or a person has to check the payment.
        case waiting
        case paid
        /// The payment cannot be made now. The associated value is the reason.
        case closed(String)
    }

    var state: State {
        if contract.instalment(number)?.paidAt != nil { return .paid }
        switch payment?.state {
        case .requiresAction: return .bank
        case .requiresConfirmation, .processing, .requiresCapture, .needsReview, .succeeded: return .waiting
        case nil, .requiresPaymentMethod, .canceled: break
        }
        do {
            try contract.check(.pay(number), by: .payer)
            return .payable(refusal: payment?.refusal)
        } catch {
            return .closed(Self.sentence(of: contract.status))
        }
    }

    private static func sentence(of status: ContractStatus) -> String {
        switch status {
        case .cancelled: "This contract was canceled."
        case .disputed: "This contract is disputed. It can be paid once the dispute is resolved."
        case .completed: "This contract is completed."
        case .draft, .pendingSignature, .active: "This payment is not due."
        }
    }
}
