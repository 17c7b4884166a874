import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import ServerKit
import SiteService

/// `tapctl serve`: serves the pages that tags open.
struct Serve: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the pages that tags open, until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl serve
              tapctl serve --port 0 --data demo
              tapctl serve --config serve.json --print-config
              tapctl serve --port 8080 --public-url https://give.example.org
              tapctl serve --clip ABCDE12345.giving.tap.app.Clip \\
                  --app ABCDE12345.giving.tap.app --app-store-id 1234567890

            Serves the pages that tags open, at the same paths as appclip.tap.giving, for
            example http://127.0.0.1:8080/WoodlandsChurch?f=12&r=1. Payments go to a
            built-in simulated processor, unless --processor sets a different processor.
            No money moves, and every page says so.
            With --app, --clip or --package, the files that link the site to its apps are
            also served.
            /admin has the pages for staff added with `tapctl admin add`: gifts, refunds,
            funds and payouts. /api is for programs with a key from `tapctl api-key add`.
            A --host that other machines can reach requires --public-simulation and TLS:
            either --tls-certificate and --tls-key, or a TLS proxy and a --public-url with
            https. Each option can also be set in the --config file (for example,
            public_url) and in the environment (TAPCTL_SERVE_PUBLIC_URL).
            TAPCTL_HOSTS lists the hosts that managed tags can open. Donors get their
            receipts by e-mail, and see their own gifts at /-/giver with a link from an
            e-mail. E-mails are written to the folder "outbox" in the data folder; with
            --smtp-host, they are sent through a mail server.
            """)

    @OptionGroup var options: ServeOptions

    @Flag(help: "Print each setting and its source, and exit.")
    var printConfig = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, !printConfig { throw ValidationError("--json requires --print-config.") }
    }

    func run() async throws {
        let configuration = try options.configuration()
        if printConfig {
            return try output.print(configuration.document) { configuration.table(style: $0) }
        }
        try ServerLimits.raiseOpenFiles()
        let served = try ServedSite(
            configuration, write: { Terminal.say($0) }, qrCode: { try? QRCode($0).svg })
        // The server itself finishes unresolved work as soon as it runs.
        try await options.service(configuration).withData(
            making: true, catchingUp: false, endsByInterrupt: true
        ) { data in try await served.run(over: data) }
    }
}
