import Giving
import HTMLKit
import ServerKit
import TokenKit

extension TapController {
    /// Returns the page with the donor's gifts. If no donor is signed in, returns the page that asks for an
    /// e-mail address.
    func ownPage(_ request: PageRequest) async throws -> PageResponse {
        guard let giver = try await signedIn(request) else {
            return page(AskPage())
        }
        let cursor = FormFields(request.query)?["after"]
        return page(
            OwnPage(
                own: try await giving.ownGifts(of: giver.donor.id, after: cursor), csrfToken: giver.csrfToken,
                isFirst: cursor == nil))
    }

    func ownGift(_ id: String, _ giver: SignedIn, complaint: String? = nil) async throws -> PageResponse {
        let details = try await giving.gift(id, of: giver.donor.id)
        return page(
            OwnGiftPage(
                details: details, receipts: try await giving.receipts(ofGift: id, of: giver.donor.id),
                goesBackUntil: giving.goesBack(details.gift, within: refundSeconds),
                againURL: GiftChoice(details.gift, key: FormKey(random: random)).address,
                csrfToken: giver.csrfToken, complaint: complaint))
    }

    /// Returns the receipt as a printable page or, if the path ends in `.pdf`, as a PDF file.
    func ownReceipt(_ file: String, _ giver: SignedIn) async throws -> PageResponse {
        let stem = PDFPath.stem(of: file)
        let receipt = try await giving.receipt(stem ?? file, of: giver.donor.id)
        guard stem == nil else { return try .pdf(of: receipt) }
        let gift = OwnGiftPage.path(of: receipt.gift)
        return frame.paper(
            ReceiptText(receipt).document, backTo: gift, "Back to your gift",
            pdf: PDFPath.of("\(SessionCookie.path)/receipt/\(receipt.number.text)"),
            signOut: giver.csrfToken.signOutForm)
    }

    func statements(_ giver: SignedIn) async throws -> PageResponse {
        page(
            StatementsPage(
                all: try await giving.ownStatements(of: giver.donor.id), csrfToken: giver.csrfToken))
    }

    /// Returns a donor's statement for a year, as a page or, if the path ends in `.csv` or `.pdf`, as a file.
    ///
    /// - Throws: `GivingError` with code `notFound` if the year is invalid, or if the statement would be
    ///   empty.
    func statement(of organization: String, file: String, _ giver: SignedIn) async throws -> PageResponse {
        let (isTable, isFile) = (file.hasSuffix(".csv"), file.hasSuffix(PDFPath.suffix))
        guard let year = Int(isTable || isFile ? file.dropLast(4) : file[...]), Statement.years.contains(year)
        else {
            throw GivingError(.notFound, "statement")
        }
        let statement = try await giving.statement(to: organization, of: .id(giver.donor.id), year: year)
        guard !statement.lines.isEmpty else { throw GivingError(.notFound, "statement for \(year)") }
        if isFile { return try .pdf(of: statement) }
        let text = StatementText(statement)
        return isTable
            ? .saving(
                // The path may contain the organization's alias, which is any text.
                as: "statement-\(statement.issuer.id)-\(year).csv",
                .file(status: 200, type: "text/csv; charset=utf-8", content: text.csv))
            : frame.paper(
                text.document, backTo: StatementsPage.path, "Back to the statements",
                pdf: PDFPath.of(StatementsPage.path(to: statement.issuer.id, year)),
                signOut: giver.csrfToken.signOutForm)
    }

    /// Refunds the whole amount of a gift that the donor made by mistake. If the refund is refused, for
    /// example because the time for such refunds has passed, returns the gift's page with an error message.
    func takeBack(_ id: String, _ giver: SignedIn, _ request: PageRequest) async throws -> PageResponse {
        _ = try giver.fields(of: request)
        do {
            let gift = try await giving.takeBack(id, of: giver.donor.id, within: refundSeconds)
            return .redirect(to: OwnGiftPage.path(of: gift))
        } catch {
            return try await ownGift(id, giver, complaint: complaint(of: error))
        }
    }

    private var refundSeconds: Int64 { settings.refundMinutes * 60 }
}
