import ArgumentParser
import Foundation
import InvocationRouter
import ProcessorServer
import ProcessorSimulator
import TagRegistry
import TapServer

/// `tapctl serve`: the pages behind the tags.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the pages behind the tags, until Ctrl-C.",
        discussion: """
            EXAMPLES:
              tapctl serve
              tapctl serve --port 0 --data demo
              tapctl serve --clip ABCDE12345.giving.tap.app.Clip \\
                  --app ABCDE12345.giving.tap.app --app-store-id 1234567890

            What the path and query of a tag's URL lead to on appclip.tap.giving, they
            lead to here: http://127.0.0.1:8080/WoodlandsChurch?f=12&r=1. The processor of
            payments is simulated and inside, unless --processor names a served one: no
            money moves, and every page says so.
            With --app, --clip or --package the association files are served, too.
            TAPCTL_HOSTS names the hosts that managed tags may lead to.
            """)

    @Option(help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: UInt16 = 8080

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Flag(help: "Let other machines in; every page says that it is a simulation.")
    var publicSimulation = false

    @OptionGroup var apps: AppOptions

    @Option(help: ArgumentHelp("The app's number in the App Store, for the banner.", valueName: "number"))
    var appStoreID: UInt64?

    @OptionGroup var proof: TapKeysOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var processor: ProcessorOptions

    func validate() throws {
        if appStoreID != nil, apps.clip.isEmpty {
            throw ValidationError("--app-store-id stands in the banner of an App Clip: give --clip.")
        }
    }

    func run() async throws {
        try refuseOpenHost()
        let (settings, configuration) = (try settings(), serverConfiguration)
        let keys = try proof.read()
        let (address, shown) = ("\(host):\(port)", host.contains(":") ? "[\(host)]" : host)
        let processor = try processor.address()
        try await data.withData(making: true, at: processor, endsByInterrupt: true) { data in
            try await data.greetProcessor()
            let site = TapSite(
                giving: data.giving, tags: RegistryDirectory(data.file),
                desk: data.tapDesk(keys: keys, hosts: settings.hosts), world: data.simulatedWorld,
                settings: settings, random: { UInt64.random(in: .min ... .max) }, failed: Self.tell)
            do {
                try await SiteServer(configuration).serve(
                    site, tend: { await Self.tend(data) },
                    started: { port in
                        print("listening on http://\(shown):\(port)")
                        fflush(nil)
                    })
            } catch {
                throw ListenError(error, address: address).map { CommandError($0) } ?? error
            }
        }
    }

    /// A simulated processor takes any card and any name: strangers are let in only knowingly.
    private func refuseOpenHost() throws {
        guard !publicSimulation, WebhookTarget("http://\(host)")?.isLoopback != true else { return }
        throw CommandError(
            .refused, code: "publicSimulation", "\(host) can be reached from other machines",
            reason: "these pages take gifts that move no money, which a stranger may not expect",
            remedy: "leave --host away, or give --public-simulation: every page then says what it is")
    }

    private func settings() throws -> SiteSettings {
        var settings = SiteSettings()
        settings.hosts = try HostOptions.hostsOfEnvironment()
        settings.isPublicSimulation = publicSimulation
        settings.appleAssociation = apps.appleAssociation
        settings.assetLinks = apps.assetLinks
        settings.banner = apps.clips.first.map { ClipBanner(clipBundle: $0.bundle, appStoreID: appStoreID) }
        return settings
    }

    private var serverConfiguration: SiteServer.Configuration {
        var configuration = SiteServer.Configuration()
        (configuration.host, configuration.port) = (host, Int(port))
        return configuration
    }

    /// Ends what was left open, and hears of renewals and disputes.
    private static func tend(_ data: DataFolder) async {
        do {
            try await data.catchUp()
        } catch {
            if !Task.isCancelled { tell(error) }
        }
    }

    private static func tell(_ error: any Error) { Talk.tell(CommandError(error)) }
}
