import Bookings
import Contracts
import Dependents
import Documents
import Foundation
import Giving
import PaymentCore
import Plans
import TestSupport
import Testing
import TextKit

@testable import tapctl

/// Compares `docs/glossary.md` with the program: each state has one word everywhere.
@Suite struct GlossaryTests {
    private static let states: [(noun: String, words: [String: String])] = [
        ("gift", words(Gift.Status.self)), ("monthly gift", words(RecurringGift.Status.self)),
        ("receipt", words(Receipt.State.self)), ("organization", words(Organization.Status.self)),
        ("account", words(Payee.Onboarding.self)), ("payment", words(PaymentState.self)),
        ("refund", words(PaymentRefund.State.self)), ("dispute", words(PaymentDispute.State.self)),
        ("payout", words(PayeePayout.State.self)), ("contract", words(ContractStatus.allCases) { $0.word }),
        ("part of a contract", words(Instalment.Status.allCases) { $0.word }),
        ("job", words(BookingJob.Status.allCases) { $0.word }),
        ("subscription to a plan", words(PlanStatus.View.allCases) { $0.word }),
        ("dependent's fee", words(EnrolledDependent.Status.self)),
    ]

    private static func words<State: NamedState>(_: State.Type) -> [String: String] {
        Dictionary(State.allCases.map { ($0.rawValue, $0.word) }, uniquingKeysWith: { $1 })
    }

    private static func words<State: RawRepresentable<String>>(
        _ states: [State], _ word: (State) -> String
    ) -> [String: String] {
        Dictionary(states.map { ($0.rawValue, word($0)) }, uniquingKeysWith: { $1 })
    }

    /// The rows of the table below "States", each with four cells.
    private static func table() throws -> [[String]] {
        let file = SharedFixtures.projectFolder.appending(path: "docs/glossary.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = text.split(separator: "## ").first { $0.hasPrefix("States\n") } ?? ""
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
    }

    @Test("lists exactly the program's states, with their codes and words")
    func complete() throws {
        let rows = try Self.table()
        for (noun, words) in Self.states {
            let listed = rows.filter { $0[0] == noun }.map { ($0[1], $0[2]) }
            #expect(Dictionary(listed, uniquingKeysWith: { $1 }) == words, "\(noun)")
            #expect(listed.count == words.count, "\(noun)")
        }
        #expect(Set(rows.map { $0[0] }) == Set(Self.states.map(\.noun)))
        #expect(rows.allSatisfy { $0.count == 4 && !$0[3].isEmpty })
    }

    /// Other words for the states and sums of the tables.
    private static let synonyms = [
        "given back", "give back", "gives back", "gave back", "gifts back", "gives all back", "went back",
        "go back", "goes back", "going back", "gone back", "chargeback", "cancelled", "cancelling",
        "recurring gift", "donations", "dependant", "given in all", "given so far",
    ]

    private static func synonym(in text: String) -> String? {
        let text = text.lowercased()
        return synonyms.first { text.contains($0) }
    }

    @Test("no user-facing text uses a different word for a state or a sum")
    func oneWord() throws {
        let targets = [
            "tapctl", "Documents", "DataFolderKit", "Scenarios", "PublicAPI", "SiteService", "TapServer",
            "Giving", "PaymentCore", "Contracts", "Bookings", "Plans", "Dependents",
        ]
        var found: [String] = []
        for target in targets {
            for file in Self.swiftFiles(of: target) {
                let text = try String(contentsOf: file, encoding: .utf8)
                for line in Self.texts(in: text) {
                    // Codes may keep their spelling.
                    let read = String(line).replacing(
                        /"cancelled"|\.cancell(ed|ing)\b|cancelledAt|let cancelled|cancelled\.iso8601/,
                        with: "")
                    if Self.synonym(in: read) != nil || read.contains("donorWords") {
                        found.append("\(file.lastPathComponent): \(line)")
                    }
                }
                #expect(
                    !text.contains("rawValue.replacing(\"_\", with: \" \")") || Self.isNoState(file),
                    "\(file.lastPathComponent)")
            }
        }
        #expect(found == [])
    }

    @Test("no document uses a different word for a state or a sum", arguments: documents)
    func oneWordInDocuments(path: String) throws {
        let file = SharedFixtures.projectFolder.appending(path: path)
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        var isOutput = path.hasSuffix(".session")
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isOutput.toggle() }
            // Codes may keep their spelling: in code spans, as strings and keys of JSON, and in lists of codes.
            let read =
                isOutput
                ? String(line).replacing(
                    /"cancell(ed|ing)"|disputed,? cancelled|\bcancelled: |\w+ cancelled(?=,|$)/, with: "")
                : String(line).replacing(/`[^`]*`/, with: "")
            if let word = Self.synonym(in: read) { Issue.record("\(path):\(index + 1): \(word)") }
        }
    }

    @Test("the search reads text, help over several lines, and the prose of documents")
    func search() {
        let code = "// went back\nf(\"went back\")\nf(\"\"\"\n    gone back\n    \"\"\")\n.cancelled"
        let found = Self.texts(in: code).compactMap { Self.synonym(in: String($0)) }
        #expect(found == ["went back", "gone back"])
        #expect(Self.documents.count > 100)
        #expect(Self.synonym(in: "Recurring gifts were Cancelled") != nil)
    }

    /// The README, the changelog, everything in `docs`, and the sessions of the command line.
    private static let documents: [String] = {
        let folders = [
            ("docs", "md"), ("docs/tutorials", "md"), ("docs/decisions", "md"), ("fixtures/cli", "session"),
        ]
        let found = folders.flatMap { folder, ending -> [String] in
            let folderPath = SharedFixtures.projectFolder.appending(path: folder).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folderPath)) ?? []
            return names.filter { $0.hasSuffix("." + ending) }.sorted().map { "\(folder)/\($0)" }
        }
        return ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"] + found
    }()

    /// The lines of Swift code that contain text for people, without comments.
    private static func texts(in code: String) -> [Substring] {
        var isInText = false
        return code.split(separator: "\n").filter { line in
            guard !isComment(line) || isInText else { return false }
            let wasInText = isInText
            if line.components(separatedBy: "\"\"\"").count == 2 { isInText.toggle() }
            return wasInText || line.contains("\"")
        }
    }

    private static func swiftFiles(of target: String) -> [URL] {
        let folder = SharedFixtures.projectFolder.appending(path: "Sources/\(target)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    }

    private static func isComment(_ line: Substring) -> Bool {
        line.drop(while: { $0 == " " }).hasPrefix("//")
    }

    /// Kinds of postings, late changes and payout lines are not states.
    private static func isNoState(_ file: URL) -> Bool {
        ["GiftStoryPage.swift", "LedgerLate.swift", "PayoutsPage.swift"].contains(file.lastPathComponent)
    }
}
