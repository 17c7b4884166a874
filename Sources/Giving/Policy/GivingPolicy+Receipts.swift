import DatabaseKit
import PaymentCore
import TimeKit

extension GivingPolicy {
    /// A paid gift gets one receipt; what goes back voids it, and what is left gets a new one that names the old.
    func settleReceipt(
        of gift: inout Gift, to organization: Organization, at time: Timestamp, in transaction: Transaction
    ) throws {
        guard gift.paidAt != nil, let fund = try transaction.fund(gift.fund, of: organization.id) else {
            return
        }
        let before = gift.receiptNumber
        let receipt = try transaction.updateReceipt(
            of: gift, fund: fund, organization: organization, at: time)
        gift.receiptNumber = receipt?.number.text
        guard gift.receiptNumber != before else { return }
        let notice = GivingNotice(receiptOf: gift, insteadOf: before, to: organization)
        try transaction.put(notice.kept(as: ids.make("note"), about: gift.id, at: time))
    }
}
