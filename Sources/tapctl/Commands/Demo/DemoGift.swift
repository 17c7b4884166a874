import DataFolderKit
import DatabaseKit
import Documents
import Giving
import InvocationRouter
import MoneyKit
import PaymentCore
import Processor
import TimeKit

/// The result of a demo's tap: a monthly gift on the simulated processor, its receipt and its ledger entries.
struct DemoGift: Sendable {
    let gift: Gift
    let nextCharge: Timestamp?
    let receipt: Receipt
    let postings: [BookedPosting]
    let check: LedgerCheck

    /// Makes the gift described by the tapped URL, in the demo's own data folder. If `address` is nil, uses
    /// the processor in the data folder.
    static func give(
        _ invocation: Invocation, organization: String, in folder: String, at address: ProcessorAddress?
    ) async throws -> DemoGift {
        let data = try await DataFolder.open(folder, at: address, warn: Terminal.warn)
        do {
            try await data.greetProcessor()
            let made = try await give(invocation, organization: organization, with: data)
            try data.close()
            return made
        } catch {
            // Only the first failure is reported.
            try? data.close()
            throw error
        }
    }

    private static func give(_ invocation: Invocation, organization: String, with data: DataFolder)
        async throws
        -> DemoGift
    {
        try await data.write { transaction, now in
            _ = try transaction.addOrganization(
                organization, OrganizationFields(displayName: "The Woodlands Church"), at: now)
            _ = try transaction.addFund(DemoRun.fund, name: "General", to: organization, at: now)
        }
        _ = try await data.onboard(organization, outcome: .complete)
        let gift = try await data.giving.give(
            GiftRequest(
                organization: invocation.org ?? organization, fund: invocation.fund, amount: nil,
                isRecurring: invocation.recurring, coversFee: true, method: "pm_card_visa", name: "A Donor",
                email: "donor@example.org"))
        return try await data.read { transaction in
            guard let number = gift.receiptNumber.flatMap({ ReceiptNumber($0) }),
                let receipt = try transaction.receipt(number)
            else { throw GivingError(.notFound, "receipt") }
            return try DemoGift(
                gift: gift,
                nextCharge: gift.recurring.flatMap { try transaction.recurring($0)?.nextCharge },
                receipt: receipt, postings: transaction.postings(after: 0, limit: 10),
                check: transaction.ledgerCheck())
        }
    }
}
