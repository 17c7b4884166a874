import ArgumentParser
import Foundation
import InvocationRouter
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
              tapctl serve --port 8080 --public-url https://give.example.org
              tapctl serve --clip ABCDE12345.giving.tap.app.Clip \\
                  --app ABCDE12345.giving.tap.app --app-store-id 1234567890

            What the path and query of a tag's URL lead to on appclip.tap.giving, they
            lead to here: http://127.0.0.1:8080/WoodlandsChurch?f=12&r=1. The processor of
            payments is simulated and inside, unless --processor names a served one: no
            money moves, and every page says so.
            With --app, --clip or --package the association files are served, too.
            /admin has the pages of those whom `tapctl admin add` takes on: gifts, refunds,
            funds, payouts. /api is for programs with a key of `tapctl api-key add`. With
            another --host both are served with --behind-tls alone.
            TAPCTL_HOSTS names the hosts that managed tags may lead to.
            Donors see their own gifts at /-/giver, by a link in an e-mail. E-mails are
            written to the folder "outbox" of the data folder, and sent by nobody.
            """)

    @Option(help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port: UInt16 = 8080

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Flag(help: "Let other machines in; every page says that it is a simulation.")
    var publicSimulation = false

    @Option(
        help: ArgumentHelp(
            "Where people reach these pages, for links in e-mails: with https cookies are for TLS alone.",
            valueName: "url"),
        transform: Serve.address)
    var publicURL: SiteAddress?

    @Option(
        help: ArgumentHelp(
            "For how long donors can take back a gift that was a mistake, 0 to 1440; 0 is never.",
            valueName: "minutes"))
    var refundMinutes: Int64 = 30

    @Flag(help: "A proxy with TLS stands in front: /admin and /api are served, over TLS alone.")
    var behindTLS = false

    @OptionGroup var apps: AppOptions

    @Option(help: ArgumentHelp("The app's number in the App Store, for the banner.", valueName: "number"))
    var appStoreID: UInt64?

    @OptionGroup var proof: TapKeysOptions
    @OptionGroup var data: ServiceOptions

    func validate() throws {
        if appStoreID != nil, apps.clip.isEmpty {
            throw ValidationError("--app-store-id stands in the banner of an App Clip: give --clip.")
        }
        if !(0...1440).contains(refundMinutes) { throw ValidationError("--refund-minutes takes 0 to 1440.") }
    }

    func run() async throws {
        try refuseOpenHost()
        let (settings, configuration) = (try settings(), serverConfiguration)
        let keys = try proof.read()
        let shown = host.contains(":") ? "[\(host)]" : host
        // What was left open is ended by the server itself, as soon as it runs.
        try await data.withData(making: true, catchingUp: false, endsByInterrupt: true) { data in
            let site = TapSite(
                giving: data.giving, tags: RegistryDirectory(data.file),
                desk: data.tapDesk(keys: keys, hosts: settings.hosts), world: data.simulatedWorld,
                mail: OutboxFolder(data.outbox), settings: settings, admin: adminSite(data),
                api: api(data),
                random: Self.random,
                failed: Self.tell)
            try await SiteServer(configuration).serve(
                site, tend: { await Self.tend(data) },
                started: { port in
                    print("listening on http://\(shown):\(port)")
                    fflush(nil)
                })
        }
    }

    /// A simulated processor takes any card and any name: strangers are let in only knowingly.
    private func refuseOpenHost() throws {
        guard !publicSimulation, !isOfThisMachine else { return }
        throw CommandError(
            .refused, code: "publicSimulation", "\(host) can be reached from other machines",
            reason: "these pages take gifts that move no money, which a stranger may not expect",
            remedy: "leave --host away, or give --public-simulation: every page then says what it is")
    }

    /// The pages of the organizations' own people: no password is to go over a network as it stands.
    private func adminSite(_ data: DataFolder) -> (any AdminPages)? {
        guard isOfThisMachine || behindTLS else { return nil }
        var settings = AdminSettings()
        (settings.isPublicSimulation, settings.isBehindTLS) = (publicSimulation, behindTLS)
        return AdminSite(
            giving: data.giving, staff: data.staff, seats: SeatRegistry(data.file), settings: settings,
            random: Self.random, failed: Self.tell)
    }

    /// What programs ask: no key is to go over a network as it stands, either.
    private func api(_ data: DataFolder) -> (any APIDoor)? {
        isOfThisMachine || behindTLS ? JSONAPI(data, failed: Self.tell) : nil
    }

    private var isOfThisMachine: Bool { WebhookTarget("http://\(host)")?.isLoopback == true }

    /// 64 bits that nobody can guess.
    private static func random() -> UInt64 { UInt64.random(in: .min ... .max) }

    private func settings() throws -> SiteSettings {
        var settings = SiteSettings()
        settings.hosts = try HostOptions.hostsOfEnvironment()
        settings.isPublicSimulation = publicSimulation
        settings.isSecure = publicURL?.isSecure ?? false
        settings.refundMinutes = refundMinutes
        settings.appleAssociation = apps.appleAssociation
        settings.assetLinks = apps.assetLinks
        settings.banner = apps.clips.first.map { ClipBanner(clipBundle: $0.bundle, appStoreID: appStoreID) }
        return settings
    }

    private var serverConfiguration: SiteServer.Configuration {
        var configuration = SiteServer.Configuration()
        (configuration.host, configuration.port) = (host, Int(port))
        configuration.publicAddress = publicURL
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

    private static func tell(_ error: any Error) {
        guard let error = error as? OutboxError else { return Talk.tell(CommandError(error)) }
        Talk.tell(
            CommandError(
                .cannotCreate, code: "outboxNotWritable", error.summary, reason: error.reason,
                remedy: error.remedy))
    }

    private static func address(_ text: String) throws -> SiteAddress {
        guard let address = SiteAddress(text) else {
            throw ValidationError("Write it like https://give.example.org, with nothing behind the host.")
        }
        return address
    }
}
