import ArgumentParser
import Bookings
import DataFolderKit
import DatabaseKit
import Documents
import InvocationRouter
import Payees
import PaymentCore
import StaffAccess
import TimeKit
import TokenKit

/// `tapctl booking link`: shows, replaces or withdraws the link of a quote or a payee.
struct BookingLink: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Show the payment link of a quote, or a payee's link.",
        discussion: """
            EXAMPLES:
              tapctl booking link bkq_01jd3x0...
              tapctl booking link drv_01jd3x0...
              tapctl booking link drv_01jd3x0... --rotate      replace the link
              tapctl booking link drv_01jd3x0... --withdraw

            Anyone who has a quote's link can review and pay the quote; a job shares the
            link of its quote. Anyone who has a payee's link can set up payouts and see
            the earnings. A link does not change until it is withdrawn; a withdrawn link
            returns 404. The link starts with the first host of --host. If `tapctl serve`
            has another address, such as http://localhost:8080, replace the start of the
            link with it.
            """)

    @Argument(help: "The id of a quote, a job or a payee.")
    var id: String

    @Flag(help: "Withdraw the link and create a new one.")
    var rotate = false

    @Flag(help: "Withdraw the link.")
    var withdraw = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var hosts: HostOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .linkBooking }

    func validate() throws {
        if rotate, withdraw { throw ValidationError("Use either --rotate or --withdraw.") }
    }

    func run() async throws {
        let hosts = try hosts.hosts()
        let path = try await data.withData(needsProcessor: false) { data in
            try await data.write { transaction, now in
                let (kind, subject) = try transaction.page(of: id)
                if rotate || withdraw { try transaction.withdrawPageLinks(to: kind, subject, at: now) }
                return withdraw
                    ? nil : try transaction.openLink(to: kind, subject, following: data.products.secret)
            }
        }
        let link = path.map { "https://\(hosts.primary)\($0)" }
        try output.print(
            [
                "object": "booking_link", "id": id.json, "path": path.json, "link": link.json,
            ], link ?? "withdrawn")
    }
}

extension Transaction {
    /// Returns the kind and the subject of the page for a quote, a job or a payee. A job has the same page as
    /// its quote.
    ///
    /// - Throws: `BookingError` or `PayeeError` if the id is unknown.
    fileprivate func page(of id: String) throws -> (kind: PageLink.Kind, subject: String) {
        let id = try bookingJob(id)?.quote ?? id
        if try bookingQuote(id) != nil { return (.bookingQuote, id) }
        guard !id.hasPrefix("bkq_") else { throw BookingError(.quoteNotFound, String(id.prefix(40))) }
        guard !id.hasPrefix("job_") else { throw BookingError(.jobNotFound, String(id.prefix(40))) }
        return (.payee, try existingPayee(id).id)
    }

    /// Returns the path of a page's current link. Creates the link if it does not exist yet.
    ///
    /// The token is derived from the data folder's secret, the subject, and the number of withdrawn links to
    /// the page. The same link can therefore be shown again.
    fileprivate func openLink(
        to kind: PageLink.Kind, _ subject: String, following secret: SecretToken<LetterToken128>
    )
        throws -> String
    {
        let before = try withdrawnPageLinks(to: kind, subject)
        let token = secret.following("page \(subject)\(before == 0 ? "" : " \(before)")")
        try save(PageLink(hash: token.hash, to: kind, subject))
        return kind == .payee ? "/-/payee/\(token.text)" : "/pay/\(token.text)"
    }
}
