import ArgumentParser

/// `tapctl ndef`: messages without a tag.
struct NDEFCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ndef", abstract: "Decode and encode NDEF messages, without a reader.",
        subcommands: [NDEFDecode.self, NDEFEncode.self])
}
