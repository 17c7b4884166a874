import TestSupport
import Testing

/// The texts that a person reads first fit a terminal, and a man page can show them.
@Suite(.serialized) struct HelpTests {
    static let commands = [
        "", "demo", "tag", "tag info", "tag read", "tag write", "tag verify", "tag erase", "tag format",
        "tag lock", "tag protect", "tag unprotect", "secret", "secret new", "secret sheet", "tag dump",
        "tag restore",
        "tag watch", "tag tap", "tag which", "tag replace", "audit", "invoke", "site", "site check",
        "site make",
        "ndef", "ndef decode", "ndef encode", "url", "url parse",
        "url make", "url check", "url verify-sun", "reader", "reader list", "reader doctor", "dump",
        "dump convert", "dump check", "backup", "backup make", "backup check", "backup restore", "sim",
        "sim tag", "sim tag new", "sim reader", "sim replay", "batch", "batch new", "batch run",
        "batch status", "batch list", "batch export", "batch undo", "batch remove", "batch lock", "managed",
        "managed list", "managed aim", "managed revoke", "managed replace", "processor", "processor serve",
        "processor listen", "processor trigger", "processor events", "processor deliveries",
        "processor resend", "processor roll", "processor fault", "processor fault set",
        "processor fault list", "processor fault clear",
    ]

    @Test("help is ASCII and fits 80 columns")
    func help() async throws {
        try await Scratch.with { scratch in
            for command in Self.commands {
                let text = try await scratch.run("tapctl \(command) --help").standardOutput
                #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(command)")
                // The line of usage is made by ArgumentParser, which does not break it.
                for line in text.split(separator: "\n") where !line.hasPrefix("USAGE:") {
                    #expect(line.count <= 80, "\(command): \(line)")
                }
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
