import Foundation
import PDFDrawing
import TestSupport
import Testing

/// Receipts and statements that the program writes as PDF files.
@Suite(.enabled(if: PDFLibrary.isInstalled && PDFFile.isReadable, PDFFile.missing))
struct PDFCommandTests {
    /// Makes a church with a gift of 50.00 and one of 20.00, of two donors.
    private static let gifts = """
        export TAPCTL_NOW=2026-01-04T09:00:00Z TAPCTL_SEED=1
        tapctl org add Grace --name 'Grace Church' --country US --tax-id 12-3456789 &&
        tapctl fund add 12 --org Grace --name Missions &&
        TAPCTL_SEED=2 tapctl gift make --org Grace --amount 50 --cover-fees --method pm_card_visa \\
            --name 'José 山田' --email a@example.org &&
        TAPCTL_SEED=3 tapctl gift make --org Grace --amount 20 --method pm_card_visa \\
            --name 'B Donor' --email b@example.org
        """

    private static func file(_ path: String, in scratch: Scratch) async throws -> PDFFile {
        try await PDFFile([UInt8](try Data(contentsOf: scratch.folder.appending(path: path))))
    }

    @Test("a receipt and a statement are written to the named file, once")
    func files() async throws {
        try await Scratch.with { scratch in
            #expect(try await scratch.run(Self.gifts).exitCode == 0)
            let made = try await scratch.run(
                "tapctl receipt show T-Grace-2026-000001 -o receipt.pdf && "
                    + "tapctl statement make --org Grace --email a@example.org --year 2026 -o 2026.pdf")
            #expect(made.exitCode == 0, "\(made.standardError)")
            #expect(made.standardOutput.hasPrefix("receipt.pdf  T-Grace-2026-000001, 51.80 USD\n"))
            #expect(made.standardOutput.hasSuffix("2026.pdf  1 gift, 51.80 USD\n"))
            for path in ["receipt.pdf", "2026.pdf"] {
                let file = try await Self.file(path, in: scratch)
                #expect(file.properties["Tagged"] == "yes" && file.properties["Pages"] == "1")
                #expect(file.text.contains("Grace Church") && file.text.contains("$51.80"))
                #expect(file.text.contains("TEST: no money moved, not a receipt"))
            }
            let again = try await scratch.run("tapctl receipt show T-Grace-2026-000001 -o receipt.pdf")
            #expect(again.exitCode == 73 && again.standardError.contains("already exists"))
            let forced = try await scratch.run(
                "cp receipt.pdf first.pdf && tapctl receipt show T-Grace-2026-000001 -o receipt.pdf --force"
                    + " && cmp receipt.pdf first.pdf")
            #expect(forced.exitCode == 0, "\(forced.standardOutput)\(forced.standardError)")
        }
    }

    @Test("all statements of a year are written to a folder")
    func all() async throws {
        try await Scratch.with { scratch in
            #expect(try await scratch.run(Self.gifts).exitCode == 0)
            let made = try await scratch.run(
                "tapctl statement make --org Grace --year 2026 --all --format pdf -o papers/")
            #expect(made.exitCode == 0, "\(made.standardError)")
            let folder = scratch.folder.appending(path: "papers").path
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == ["statement-2026-José-山田.pdf", "statement-2026-B-Donor.pdf"])
            for name in names {
                #expect(try await Self.file("papers/\(name)", in: scratch).text.contains("Total"))
            }
        }
    }
}
