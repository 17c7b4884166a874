import ArgumentParser
import DataFolderKit
import DatabaseKit
import Foundation
import ProcessorServer
import ProcessorSimulator
import ServerKit

/// `tapctl processor serve`: serves Stripe's API on a port.
struct ProcessorServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve Stripe's API on a port until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl processor serve
              tapctl processor serve --in-memory --port 0 --seed 7
              curl http://127.0.0.1:12111/v1/balance -u sk_test_x:

            Accepts any key that begins with sk_test_, and refuses live keys. Objects are
            stored in the data folder and are available after a restart. The home page (/)
            shows the latest requests and events.
            """)

    @Option(
        help: ArgumentHelp("The port; 0 chooses a free one. (default: 12111)", valueName: "number"),
        transform: UInt16.typed)
    var port: UInt16 = 12_111

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "Another host name of this server; can be repeated.", valueName: "name"))
    var allowedHost: [String] = []

    @Flag(name: .customLong("in-memory"), help: "Discard all data when the server stops.")
    var inMemory = false

    @Option(
        help: ArgumentHelp("Generate all ids from this seed.", valueName: "number"), transform: UInt64.typed)
    var seed: UInt64?

    @Flag(
        help:
            "Also refuse requests that Stripe refuses but this server otherwise accepts: requests for other API versions, or for test clocks on connected accounts."
    )
    var strict = false

    @Flag(help: "Write a line for each request to stderr, without keys or bodies.")
    var verbose = false

    @Flag(name: .customLong("allow-remote-webhooks"), help: "Also send webhooks to other machines.")
    var allowRemote = false

    @Option(
        help: ArgumentHelp(
            "The delays before the retries of a failed webhook, in seconds, separated by commas.",
            valueName: "seconds"))
    var webhookRetries: String = ProcessorConfiguration().webhookRetries.map { String($0) }
        .joined(separator: ",")

    @Option(
        help: ArgumentHelp("The time limit for an endpoint's response to a webhook.", valueName: "seconds"))
    var webhookTimeout: UInt16 = .init(clamping: WebhookDeliverer.Configuration().timeoutSeconds)

    @OptionGroup var data: DataOptions

    func validate() throws {
        guard retries != nil else {
            throw ValidationError(
                "--webhook-retries must be at most 20 delays of 0 to 31536000 seconds, separated by commas.")
        }
        try (1...60).validate(webhookTimeout, of: "--webhook-timeout", unit: " seconds")
        try data.refuseDatabase()
    }

    /// The delays between delivery attempts, in seconds; nil if the option's value is invalid.
    private var retries: [Int64]? {
        let pauses = webhookRetries.split(separator: ",").map { Int64($0) }
        guard pauses.count <= 20, pauses.allSatisfy({ $0.map { (0...31_536_000).contains($0) } ?? false })
        else { return nil }
        return pauses.compactMap { $0 }
    }

    func run() async throws {
        try ServerLimits.raiseOpenFiles()
        let surroundings = try ProcessEnvironment()
        let folder = inMemory ? try TemporaryFolder() : nil
        defer { folder?.remove() }
        let path = folder?.path ?? data.folder
        let file = try DatabaseFile.openProcessor(in: path)
        var configuration = ProcessorConfiguration()
        var serving = ProcessorServer.Configuration()
        (serving.host, serving.port) = (host, Int(port))
        serving.allowedHosts = allowedHost
        configuration.webhookRetries = retries ?? configuration.webhookRetries
        configuration.isStrict = strict
        let processor = SimulatedProcessor(
            file: file, clock: surroundings.clock, seed: seed ?? surroundings.seed(),
            configuration: configuration)
        serving.isStrict = strict
        serving.isVerbose = verbose
        serving.webhooks?.allowsRemote = allowRemote
        serving.webhooks?.timeoutSeconds = Int64(webhookTimeout)
        let server = ProcessorServer(processor: processor, configuration: serving)
        if !HostPolicy.isLocal(host) {
            Terminal.warn("other machines can reach this server at \(host), and it accepts any test key")
        }
        try await Interrupts.guarding(quietly: true) {
            try await server.run { [serving] port in
                print("listening on \(serving.address(port: port))")
                fflush(nil)
            }
        }
        try file.close()
    }
}
