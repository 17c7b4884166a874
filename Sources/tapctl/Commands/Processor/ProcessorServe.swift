import ArgumentParser
import DatabaseKit
import Foundation
import ProcessorServer
import ProcessorSimulator

/// `tapctl processor serve`: Stripe's API on a port.
struct ProcessorServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Answer Stripe's API on a port, until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl processor serve
              tapctl processor serve --in-memory --port 0 --seed 7
              curl http://127.0.0.1:12111/v1/balance -u sk_test_x:

            Any key that begins with sk_test_ is taken; a live key is refused. What is
            made is kept in the data folder and is there again the next time.
            """)

    @Option(help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: UInt16 = 12_111

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Flag(name: .customLong("in-memory"), help: "Keep nothing: all is gone when it ends.")
    var inMemory = false

    @Option(help: ArgumentHelp("Draw all ids from this seed.", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Refuse what Stripe refuses where more could be done: test clocks of connected accounts.")
    var strict = false

    @OptionGroup var data: DataOptions

    func run() async throws {
        let surroundings = try Surroundings()
        let folder = inMemory ? try TemporaryFolder() : nil
        defer { folder?.remove() }
        let path = folder?.path ?? data.folder
        try DataFolder.make(path)
        let file = try DatabaseFile.open(
            at: path + "/processor.sqlite", migrations: DataFolder.processorMigrations)
        var configuration = ProcessorConfiguration()
        var serving = ProcessorServer.Configuration()
        (serving.host, serving.port) = (host, Int(port))
        configuration.isStrict = strict
        configuration.pages = "http://\(host):\(port)"
        let processor = SimulatedProcessor(
            file: file, clock: surroundings.clock, seed: seed ?? surroundings.seed(),
            configuration: configuration)
        let host = host
        try await ProcessorServer(processor: processor, configuration: serving).run { port in
            print("listening on http://\(host):\(port)")
            fflush(nil)
        }
        try file.close()
    }
}
