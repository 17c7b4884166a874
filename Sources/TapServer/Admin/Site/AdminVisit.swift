import Giving
import InvocationRouter
import PaymentCore
import ServerKit

/// One request for a page of an organization, by somebody who may make it.
///
/// It holds the books of that organization and no way around them.
struct AdminVisit: Sendable {
    let page: AdminPage
    let isPosted: Bool
    /// What was asked or entered.
    let fields: FormFields
    let books: AdminBooks
    /// Its tags and seats; nil where there is no registry.
    let seats: OrganizationSeats?
    /// Where the URLs of tags stand.
    let hosts: HostList
    let live: LiveAccess
    let frame: AdminFrame
    let random: @Sendable () -> UInt64

    var organization: Organization { books.organization }

    func answer() async throws -> PageAnswer {
        switch page {
        case .overview: try await overview()
        case .live: try await livePage()
        case .liveEvents: try await liveEvents()
        case .gifts: try await gifts()
        case .giftSheet: try await giftSheet()
        case .gift(let id): try await gift(id)
        case .refund(let id): isPosted ? try await refund(id) : try await askRefund(id)
        case .funds: try await funds()
        case .fund(let id): isPosted ? try await changeFund(id) : try await askFund(id)
        case .newFund: isPosted ? try await addFund() : askNewFund()
        case .monthly: try await monthly()
        case .payouts: try await payouts()
        case .payout(let id): try await payout(id)
        case .journal: try await journal()
        case .bank: isPosted ? try await matchStatement() : askStatement()
        case .statements: try await statements()
        case .statement(let donor): try await statement(of: donor)
        case .tags: try await tags()
        case .batch(let name): try await batch(name)
        case .seat(let batch, let row):
            isPosted ? try await changeSeat(row, of: batch) : try await askSeat(row, of: batch)
        }
    }

    /// Where a page of this organization stands.
    func address(_ page: AdminPage) -> String { AdminFrame.address(page, of: organization) }
}
