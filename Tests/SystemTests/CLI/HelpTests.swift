import ArgumentParser
import TestSupport
import Testing

@testable import tapctl

/// The texts that people read first fit a terminal, and a man page can show them.
@Suite(.serialized) struct HelpTests {
    /// All commands, each after its parent: `""`, `tag`, `tag info`, …
    static let commands = all.map(\.name)

    private typealias Command = (name: String, type: any ParsableCommand.Type)
    private static let all = all(below: Tapctl.self, called: "")

    private static func all(below type: any ParsableCommand.Type, called name: String) -> [Command] {
        let configuration = type.configuration
        let all = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        return [(name, type)]
            + all.flatMap { sub in
                let word = sub.configuration.commandName ?? "\(sub)".lowercased()
                return Self.all(below: sub, called: name.isEmpty ? word : "\(name) \(word)")
            }
    }

    /// Some terminals already break a line at the 80th column, which leaves one word on a line of its own.
    @Test("help is ASCII and fits 79 columns")
    func help() async throws {
        #expect(Self.commands.count > 100 && Self.commands.contains("sim tag new"))
        try await Scratch.with { scratch in
            for command in Self.commands {
                let run = try await scratch.run("tapctl \(command) --help")
                #expect(run.exitCode == 0, "\(command)")
                let text = run.standardOutput
                #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(command)")
                for line in text.split(separator: "\n") {
                    #expect(line.count <= 79, "\(command): \(line)")
                }
            }
        }
    }

    @Test("the printer breaks no line, so that examples can be copied as they are")
    func unbroken() {
        for command in Self.all {
            for line in command.type.configuration.discussion.split(separator: "\n") {
                #expect(line.count <= 79, "\(command.name): \(line)")
            }
        }
    }

    @Test("the demo and the memory of the largest tag fit 80 columns")
    func pictures() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl demo
                for type in NTAG213 NTAG215 NTAG216; do
                    tapctl sim tag new $type.nfc --type $type && tapctl tag info --reader sim:$type.nfc
                done
                """)
            #expect(run.exitCode == 0)
            for line in run.standardOutput.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }
}
