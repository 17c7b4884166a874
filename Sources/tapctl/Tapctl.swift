import ArgumentParser

@main
struct Tapctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tapctl", abstract: "Program, read and try giving tags.", version: "0.1.0")
}
