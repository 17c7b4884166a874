import FailureKit
import Giving
import TagDumps
import TagKit
import TagRegistry
import Testing

@testable import Documents

/// What libraries tell as facts, in the words of the command line.
@Suite struct RemediesTests {
    @Test("what a library offers is told with its command or option")
    func help() {
        let none = TagError(.noTag, "no tag", remedy: "put a tag on the reader", help: .waitLonger)
        #expect(CommandError(none).remedy == "put a tag on the reader; `--wait SECONDS` waits longer")
        let foreign = TagError(.notAllowedHere, "no NDEF", remedy: "use an NTAG213", forcing: .anyway)
        #expect(CommandError(foreign).remedy == "use an NTAG213; --force writes it all the same")
    }

    @Test("a file that stands for a tag is told in the words of its format")
    func dump() {
        let dump = DumpError(.notRepresentable, "no tag", remedy: "convert it", help: .convert("a.mfd"))
        let error = TagError(.fileMalformed, "no file of a tag", remedy: dump.remedy, underlying: dump)
        #expect(CommandError(error).remedy == "`tapctl dump convert a.mfd -o tag.nfc` makes one")
    }

    @Test("a problem of a job ends with what helps")
    func problem() {
        let problem = BatchProblem(.unknownFund, "Grace has no fund \"9\"", help: .funds(of: "Grace"))
        #expect(
            problem.sentence == "Grace has no fund \"9\"; `tapctl fund list --org Grace` shows all")
    }

    @Test("names are quoted where a shell would take them apart")
    func quotes() {
        let seat = AuditRemedy.Seat("Lobby 3's", of: "Main", needsSecret: true)
        let command = #"tapctl tag replace 'Lobby 3'\''s' --batch Main --secret FILE"#
        #expect(AuditRemedy.rewrite(seat).sentence == "`\(command)` writes it anew: hold this same tag")
        #expect(
            AuditRemedy.both("take it off", .history(canBeErased: false)).sentence
                == "take it off; `tapctl tag which` shows its history")
    }

    @Test("an error whose type is known is told as one of any type")
    func known() {
        for error in [AdoptionError.donorNeeded, .unknownOrganization("Grace")] {
            let (known, erased) = (CommandError(error), CommandError(error as any Error))
            #expect(known.remedy == error.commandRemedy && known.remedy == erased.remedy)
            #expect(known.category == error.category && known.code == erased.code)
        }
    }

    @Test("every category ends a command with a number of its own")
    func categories() {
        let numbers = FailureCategory.allCases.map { Documents.ExitCode($0).rawValue }
        #expect(Set(numbers).count == FailureCategory.allCases.count && !numbers.contains(0))
    }
}
