import DatabaseKit
import Giving
import HTMLKit
import ServerKit
import StaffAccess
import TokenKit

extension AdminRequestContext {
    /// Returns the form that e-mails a receipt again; nil if the member lacks the permission.
    func resendForm() -> ResendForm? {
        guard frame.permits(.change) else { return nil }
        return ResendForm(organization: organization, formToken: frame.token, key: FormKey(random: random))
    }

    /// E-mails the receipt of a gift to the donor again, and redirects to the page of the gift or of the
    /// donor. If the form is submitted twice, the receipt is sent only once. If no receipt can be sent,
    /// returns that page with an error message.
    func resendReceipt(ofGift id: String) async throws -> PageResponse {
        let (gift, receipt) = try await books.existing { unit in
            try unit.gift(id).flatMap { gift in try unit.mailableReceipt(ofGift: id).map { (gift, $0) } }
        }
        guard let key = FormKey(fields["key"]) else { throw ProblemPage.staleForm }
        let isOnDonorPage = fields["from"] == "donor"
        var complaint: String?
        switch receipt {
        case .noReceipt: complaint = "This gift has no valid receipt, so nothing was sent."
        case .noAddress: complaint = "The donor has no e-mail address, so nothing was sent."
        case .receipt:
            let isAccepted = try await books.resendReceipt(
                ofGift: id, key: "admin:receipt:\(key.text):\(id)"
            ) { [acceptsMail, mailsReceipts] address, waiting in
                // If another program sends the notices, they do not count as today's e-mails.
                acceptsMail(address, mailsReceipts ? waiting : 0)
            }
            if !isAccepted {
                complaint =
                    "Nothing was sent: this address has reached its limit of \(EmailLimit.most) e-mails a "
                    + "day. Try again tomorrow."
            }
        }
        if let complaint {
            ChangeRecord.current?.refused("wrongState")
            guard isOnDonorPage, let donor = gift.donor else {
                return try await giftPage(id, resent: .complaint(complaint), status: 422)
            }
            return try await donorPage(donor, answer: .complaint(complaint), status: 422)
        }
        guard isOnDonorPage, let donor = gift.donor else {
            return .redirect(to: address(.gift(id)) + "?sent=1")
        }
        return .redirect(to: address(.donor(donor)) + "?sent=\(id)")
    }

    /// Returns a message that a gift's receipt is being e-mailed or has been added to the outbox. Empty if
    /// the organization has no such gift, or if the gift has no receipt that can be e-mailed.
    func resentNote(ofGift id: String) async throws -> HTML {
        let found = try await books.read { try $0.mailableReceipt(ofGift: id) }
        guard case .receipt(let receipt, let address)? = found else { return .empty }
        let way =
            mailsReceipts
            ? "is being e-mailed to \(address.text)."
            : "was added to the outbox for \(address.text). It has not been sent yet, because this server does not "
                + "e-mail receipts itself. Ask the administrator of this server how e-mail in the outbox is sent, or send the "
                + "receipt to the donor yourself."
        return .status("Receipt \(receipt.number.text) \(way)")
    }
}
