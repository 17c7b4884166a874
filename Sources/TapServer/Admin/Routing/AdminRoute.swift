import DatabaseKit
import FailureKit
import Giving
import InvocationRouter
import PaymentCore
import ServerKit
import StaffAccess

/// A page for an organization's staff: its path, its permission and its handlers.
struct AdminRoute {
    /// The permission that a member needs for the page.
    let needed: StaffPermission
    /// The page that the navigation marks as current.
    let section: AdminPage
    /// The page's label in the navigation; nil if the page is not listed there.
    let words: String?
    /// The maximum size of a form field, in bytes.
    let longestField: Int
    /// Whether the response is an event stream. If so, a browser that is not signed in receives an error
    /// instead of a redirect.
    let isStream: Bool
    /// Returns the action that the audit log records for a submitted form; nil if the form changes nothing.
    let action: @Sendable (FormFields) -> AuditLogAction?
    let route: PageRoute<AdminRequestContext>

    init(
        _ page: AdminPage, _ words: String? = nil, needs needed: StaffPermission,
        in section: AdminPage? = nil, longestField: Int = FormFields.longestField, isStream: Bool = false,
        fileBytes: Int? = nil,
        records action: @escaping @Sendable (FormFields) -> AuditLogAction? = { _ in nil },
        get: PageRoute<AdminRequestContext>.Handler? = nil,
        post: PageRoute<AdminRequestContext>.Handler? = nil
    ) {
        self.needed = needed
        self.section = section ?? page
        self.words = words
        self.longestField = longestField
        self.isStream = isStream
        self.action = action
        let path = RoutePath(AdminPath.organization.template + page.template.template)
        route = PageRoute(path, fileBytes: fileBytes, get: get, post: post)
    }
}

extension AdminRequestContext {
    /// All pages of an organization.
    static let routes: [AdminRoute] = money + changes + places + access

    /// The route table of all pages of an organization, for the router. It does not contain the permissions
    /// that the pages require.
    static let table = RouteTable<AdminRequestContext>(.organization, routes.map(\.route))

    private static let money: [AdminRoute] = [
        AdminRoute(
            .overview, "Overview", needs: .seeMoney, get: { context, _ in try await context.overview() }),
        AdminRoute(.live, "Live", needs: .seeMoney, get: { context, _ in try await context.livePage() }),
        AdminRoute(
            .liveEvents, needs: .seeMoney, in: .live, isStream: true,
            get: { context, _ in try await context.liveEvents() }),
        search(.gifts, "Gifts", needs: .seeMoney) { try await $0.gifts() },
        search(.giftSheet, needs: .seeMoney, in: .gifts) { try await $0.giftSheet() },
        AdminRoute(
            .gift(), needs: .seeMoney, in: .gifts,
            get: { try await $0.gift($1.segment("id")) }),
        AdminRoute(
            .receiptPDF(), needs: .seeMoney, in: .gifts,
            get: { try await $0.receipt(ofGift: $1.segment("id")) }),
        AdminRoute(
            .donor(), needs: .seeMoney, in: .gifts,
            get: { try await $0.donor($1.segment("donor")) }),
        AdminRoute(.funds, "Funds", needs: .seeMoney, get: { context, _ in try await context.funds() }),
        AdminRoute(
            .monthly, "Monthly gifts", needs: .seeMoney, get: { context, _ in try await context.monthly() }),
        AdminRoute(.payouts, "Payouts", needs: .seeMoney, get: { context, _ in try await context.payouts() }),
        AdminRoute(
            .bank, needs: .seeMoney, in: .payouts, longestField: BankEntry.mostTypedBytes,
            fileBytes: BankEntry.mostFormBytes,
            get: { context, _ in try await context.askStatement() },
            post: { context, _ in try await context.matchStatement() }),
        AdminRoute(
            .journal, needs: .seeMoney, in: .payouts, get: { context, _ in try await context.journal() }),
        AdminRoute(
            .payout(), needs: .seeMoney, in: .payouts,
            get: { try await $0.payout($1.segment("id")) }),
        AdminRoute(
            .statements, "Statements", needs: .seeMoney,
            get: { context, _ in try await context.statements() }),
        AdminRoute(
            .statement(), needs: .seeMoney, in: .statements,
            get: { try await $0.statement(of: $1.segment("donor")) }),
    ]

    /// Returns the route of a page or file that contains search results.
    ///
    /// Unencrypted search text is accepted only in a submitted form and ignored in a URL, because a URL must
    /// not contain a donor's name or address. If the form is for a page, the response redirects to a URL with
    /// the encrypted text. If the form is for a file, the response is the file.
    private static func search(
        _ page: AdminPage, _ words: String? = nil, needs needed: StaffPermission,
        in section: AdminPage? = nil,
        _ results: @escaping @Sendable (AdminRequestContext) async throws -> PageResponse
    ) -> AdminRoute {
        AdminRoute(
            page, words, needs: needed, in: section,
            get: { context, _ in try await results(try context.withOpenedSearch()) },
            post: { context, _ in
                section == nil ? context.redirectToResults(page) : try await results(context)
            })
    }

    private static let changes: [AdminRoute] = [
        AdminRoute(
            .refund(), needs: .change, in: .gifts, records: { _ in .refundGift },
            get: { try await $0.askRefund($1.segment("id")) },
            post: { try await $0.refund($1.segment("id")) }),
        AdminRoute(
            .receipt(), needs: .change, in: .gifts, records: { _ in .resendReceipt },
            post: { try await $0.resendReceipt(ofGift: $1.segment("id")) }),
        AdminRoute(
            .payOut, needs: .change, in: .payouts, records: { _ in .payOut },
            post: { context, _ in try await context.payOut() }),
        AdminRoute(
            .donorNote(), needs: .change, in: .gifts, longestField: DonorNotePage.mostBytes,
            records: { _ in .changeDonorNote },
            get: { try await $0.askNote(aboutDonor: $1.segment("donor")) },
            post: { try await $0.changeNote(aboutDonor: $1.segment("donor")) }),
        AdminRoute(
            .fund(), needs: .change, in: .funds, records: { FundPage.Action($0)?.recorded },
            get: { try await $0.askFund($1.segment("fund")) },
            post: { try await $0.changeFund($1.segment("fund")) }),
        AdminRoute(
            .newFund, needs: .change, in: .funds, records: { _ in .addFund },
            get: { context, _ in context.askNewFund() },
            post: { context, _ in try await context.addFund() }),
    ]

    private static let access: [AdminRoute] = [
        AdminRoute(
            .people, "People", needs: .changeStaff, records: { PeoplePage.Action($0)?.recorded },
            get: { context, _ in try await context.askPeople() },
            post: { context, _ in try await context.changePeople() }),
        search(.auditLog, "Audit log", needs: .seeAuditLog) { try await $0.auditLog() },
        search(.auditLogSheet, needs: .seeAuditLog, in: .auditLog) { try await $0.auditLogSheet() },
    ]

    private static let places: [AdminRoute] = [
        AdminRoute(.tags, "Tags", needs: .seeTags, get: { context, _ in try await context.tags() }),
        AdminRoute(
            .batch(), needs: .seeTags, in: .tags,
            get: { try await $0.batch($1.segment("batch")) }),
        AdminRoute(
            .seat(), needs: .changeTags, in: .tags, records: { SeatPage.Action($0)?.recorded },
            get: { try await $0.askSeat($1.number("row"), of: $1.segment("batch")) },
            post: { try await $0.changeSeat($1.number("row"), of: $1.segment("batch")) }),
    ]
}

/// An authorized request for a page of an organization.
///
/// It gives access only to the data of that organization.
struct AdminRequestContext {
    /// The fields of the request's query or submitted form.
    var fields: FormFields
    let books: OrganizationScope
    /// The organization's tags and seats; nil if there is no registry.
    let seats: OrganizationSeats?
    let staff: OrganizationStaff
    /// The hosts of the URLs on tags.
    let hosts: HostList
    /// Whether this server e-mails receipts. If not, receipts stay in the outbox until another program sends
    /// them.
    let mailsReceipts: Bool
    /// Returns whether the daily limit allows another e-mail to an address. The second argument is the number
    /// of e-mails that are already waiting to be sent to the address.
    let acceptsMail: @Sendable (EmailAddress, Int) -> Bool
    /// The bank statements that members have just submitted; nil if several servers share the database.
    let statements: KeptStatements?
    let streams: StreamAccess
    let frame: AdminFrame
    let random: RandomSource

    var organization: Organization { books.organization }

    /// Marks the change as refused in its audit log record, and returns an explanation for the visitor.
    func refusal(_ error: any Failure, _ words: String? = nil) -> String {
        ChangeRecord.current?.refused(error.failureCode)
        return (words ?? StaffSentence.of(error)) + "."
    }

    /// Returns the path of a page of this organization.
    func address(_ page: AdminPage) -> String { organization.adminPath(page) }
}
