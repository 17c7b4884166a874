import Bookings
import Contracts
import Foundation
import Giving
import PaymentCore
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

    /// Other words for the states of the table.
    private static let synonyms = [
        "given back", "went back", "goes back", "cancelled", "donorWords", "\"waiting\")", "\"given\"",
    ]

    @Test("no user-facing text uses a different word for a state")
    func oneWord() throws {
        let targets = [
            "tapctl", "TapServer", "Giving", "PaymentCore", "Contracts", "Bookings", "Plans", "Dependents",
        ]
        var found: [String] = []
        for target in targets {
            for file in Self.swiftFiles(of: target) {
                let text = try String(contentsOf: file, encoding: .utf8)
                for line in text.split(separator: "\n") where line.contains("\"") && !Self.isComment(line) {
                    // Codes may keep their spelling.
                    let read = line.replacing("\"cancelled\"", with: "").replacing("cancelledAt", with: "")
                        .replacing(".cancelled", with: "").replacing("let cancelled", with: "")
                        .replacing("cancelled.iso8601", with: "")
                    for word in Self.synonyms where read.contains(word) {
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
