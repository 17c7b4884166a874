import Foundation
import TestSupport
import Testing

/// `docs/json.md` and what tapctl prints have the same fields.
@Suite struct JSONDocumentTests {
    private let documented: [Set<DocumentedField>]
    private let printed: Set<DocumentedField>

    init() throws {
        let page = SharedFixtures.projectFolder.appending(path: "docs/json.md")
        documented = DocumentedField.documented(in: try String(contentsOf: page, encoding: .utf8))
        printed = try DocumentedField.printed(
            in: GoldenSession.all(in: "cli").map { try String(contentsOf: $0.file, encoding: .utf8) })
    }

    @Test("every field that is printed is documented")
    func printedIsDocumented() {
        let known = documented.reduce(into: Set()) { $0.formUnion($1) }
        #expect(printed.count > 150)
        #expect(printed.subtracting(known).map(\.description).sorted() == [])
    }

    @Test("every field that is documented is printed")
    func documentedIsPrinted() {
        let never = documented.filter { $0.isDisjoint(with: printed) }
        #expect(never.flatMap { $0.map(\.description) }.sorted() == [])
    }
}
