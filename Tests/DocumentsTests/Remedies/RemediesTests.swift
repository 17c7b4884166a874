import FailureKit
import Giving
import PDFDrawing
import TagDumps
import TagKit
import TagRegistry
import Testing

@testable import Documents

/// Remedies in the terms of the command line, for the facts that libraries report.
@Suite struct RemediesTests {
    @Test("names the command or option for each step that a library offers")
    func help() {
        let none = TagError(.noTag, "no tag", remedy: "put a tag on the reader", help: .waitLonger)
        #expect(
            CommandError(none).remedy == "put a tag on the reader, or use `--wait SECONDS` to wait longer")
        let foreign = TagError(.notAllowedHere, "no NDEF", remedy: "use an NTAG213", forcing: .anyway)
        #expect(CommandError(foreign).remedy == "use an NTAG213; --force writes the tag anyway")
    }

    @Test("shows the help of the dump format for a simulated tag's file")
    func dump() {
        let dump = DumpError(.notRepresentable, "no tag", remedy: "convert it", help: .convert("a.mfd"))
        let error = TagError(.fileMalformed, "no file of a tag", remedy: dump.remedy, underlying: dump)
        #expect(
            CommandError(error).remedy == "use `tapctl dump convert a.mfd -o tag.nfc` to convert the file")
    }

    @Test("ends a batch problem with its remedy")
    func problem() {
        let problem = BatchProblem(.unknownFund, "Grace has no fund \"9\"", help: .funds(of: "Grace"))
        #expect(
            problem.sentence == "Grace has no fund \"9\"; `tapctl fund list --org Grace` shows all funds")
    }

    @Test("quotes names that a shell would split")
    func quotes() {
        let seat = AuditRemedy.Seat("Lobby 3's", of: "Main", needsSecret: true)
        let command = #"tapctl tag replace 'Lobby 3'\''s' --batch Main --secret FILE"#
        #expect(
            AuditRemedy.rewrite(seat).sentence
                == "put the same tag on the reader and run `\(command)` to rewrite it")
        #expect(
            AuditRemedy.both("remove it", .history(canBeErased: false)).sentence
                == "remove it; `tapctl tag which` shows the history of the tag")
    }

    @Test("names the package without which PDF files cannot be drawn")
    func noPDFLibrary() {
        let error = CommandError(PDFError(.noPDFLibrary, reason: "cairo is not installed"))
        #expect(error.code == "noPDFLibrary" && error.exit == .configuration)
        #expect(error.reason == "cairo is not installed")
        #expect(error.remedy.contains("sudo apt-get install libpangocairo-1.0-0"))
    }

    @Test("shows an error the same whether or not its type is known")
    func known() {
        for error in [AdoptionError.donorNeeded, .unknownOrganization("Grace")] {
            let (known, erased) = (CommandError(error), CommandError(error as any Error))
            #expect(known.remedy == error.commandRemedy && known.remedy == erased.remedy)
            #expect(known.category == error.category && known.code == erased.code)
        }
    }

    @Test("gives each category its own exit code")
    func categories() {
        let numbers = FailureCategory.allCases.map { Documents.ExitCode($0).rawValue }
        #expect(Set(numbers).count == FailureCategory.allCases.count && !numbers.contains(0))
    }
}
