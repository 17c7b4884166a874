import Documents
import Foundation
import PublicAPI
import TestSupport
import Testing
import TimeKit

@testable import DataFolderKit
@testable import Giving
@testable import PaymentCore
@testable import tapctl

/// `docs/json.md` lists the same fields that tapctl prints.
@Suite struct JSONDocumentTests {
    private let documented: [Set<DocumentedField>]
    private let printed: Set<DocumentedField>

    init() throws {
        let page = SharedFixtures.projectFolder.appending(path: "docs/json.md")
        documented = DocumentedField.documented(in: try String(contentsOf: page, encoding: .utf8))
        let sessions = try GoldenSession.all(in: "cli").map {
            try String(contentsOf: $0.file, encoding: .utf8)
        }
        printed = try DocumentedField.printed(in: sessions + Self.others.map { "1| \($0.text)" })
    }

    /// Documents that the sessions do not contain: those of commands that need PostgreSQL, and a note that
    /// was made on a staff page.
    private static let others = [
        MovedData(
            database: "a,b/church", tables: 90, rows: 7,
            check: LedgerCheck(postings: 1, entries: 5, problems: []),
            balances: 4, letters: 1, letterFolder: "data/outbox-moved"
        ).document(from: "data"),
        {
            let books = RestoredBooks(segment: 1, end: .earliest, isSegmentCertain: false)
            return books.adding(to: books.document(of: "a,b/church", in: "data"))
        }(),
        DonorExport(
            Donor(id: "donor_x", email: "a@example.org", created: .earliest),
            gifts: [], monthlyGifts: [], receipts: [],
            notes: [
                DonorNote(organization: "Grace", text: "Likes tea", author: "staff_x", changed: .earliest)
            ]
        ).document,
    ]

    @Test("every printed field is documented")
    func printedIsDocumented() {
        let known = documented.reduce(into: Set()) { $0.formUnion($1) }
        #expect(printed.count > 150)
        #expect(printed.subtracting(known).map(\.description).sorted() == [])
    }

    @Test("every documented field is printed")
    func documentedIsPrinted() {
        let never = documented.filter { $0.isDisjoint(with: printed) }
        #expect(never.flatMap { $0.map(\.description) }.sorted() == [])
    }

    @Test("every field that the API returns is documented")
    func returnedIsDocumented() {
        let known = documented.reduce(into: Set()) { $0.formUnion($1) }
        let objects = Set(known.map(\.object))
        let returned = APIRoute.all.flatMap(\.answer.objects).flatMap { _, fields -> [DocumentedField] in
            guard case .text(of: let names)? = fields.first(where: { $0.name == "object" })?.schema,
                let object = names.first, objects.contains(object)
            else { return [] }
            return fields.map { DocumentedField(object: object, path: $0.name) }
        }
        #expect(Set(returned.map(\.object)).count > 15)
        // Only variants of these documents in the API have them.
        let ofVariants = ["payment: product", "statement: donor"]
        #expect(Set(returned).subtracting(known).map(\.description).sorted() == ofVariants)
    }
}
