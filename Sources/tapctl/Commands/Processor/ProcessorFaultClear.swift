import ArgumentParser
import Documents
import FailureKit
import ProcessorSimulator

/// `tapctl processor fault clear`: an end of it.
struct ProcessorFaultClear: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "End one fault, or all of them.",
        discussion: """
            EXAMPLES:
              tapctl processor fault clear
              tapctl processor fault clear 3
            """)

    @Argument(help: ArgumentHelp("The number of the fault; all without one.", valueName: "number"))
    var number: UInt32?

    @OptionGroup var door: ProcessorDoorOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let path = SimulatedProcessor.faultPath + (number.map { "/\($0)" } ?? "")
        let cleared: Cleared = try await door.withDoor { try await $0.ask("DELETE", path) }
        let ended = cleared.cleared
        guard ended > 0 || number == nil else {
            throw CommandError(
                .notFound, code: "noSuchFault", "there is no fault \(number ?? 0)",
                remedy: "`tapctl processor fault list` shows them")
        }
        try output.print(["object": "cleared_faults", "cleared": .int(ended)]) { _ in
            ended == 0 ? "there was none" : "\(ended) ended"
        }
    }

    private struct Cleared: Decodable, Sendable {
        var cleared: Int
    }
}
