package import DataFolderKit
import DatabaseKit
import Documents
import Foundation
import Giving
import InvocationRouter
import PaymentCore
import PublicAPI
import ServerKit
import TLSKit
import TagRegistry
import TagSecurity
import TapServer
import TimeKit

/// The site of the web server, with its pages, API and background work.
package struct ServedSite: Sendable {
    private let configuration: ServeConfiguration
    let settings: SiteSettings
    private let keys: [SUNKeys]
    private let log: ServeLog
    private let tls: TLSIdentity?
    private let secrets: WebhookSecrets?
    private let relay: SMTPRelay?
    private let qrCode: @Sendable (String) -> String?

    /// Creates the site, and reads the files that are named in the configuration.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the site.
    ///   - write: Writes a line of the log.
    ///   - qrCode: Encodes a string as a QR code, and returns it as an `svg` element. Returns nil if the QR
    ///     code cannot be drawn.
    /// - Throws: An error with exit code 66 or 78 if a file or a host is invalid, or with exit code 77 for a
    ///   security problem: other users can read a secret file, or the configuration is unsafe because other
    ///   machines can reach the pages.
    package init(
        _ configuration: ServeConfiguration, write: @escaping @Sendable (String) -> Void,
        qrCode: @escaping @Sendable (String) -> String? = { _ in nil }
    ) throws {
        try configuration.checkAccess()
        try configuration.checkRealTime(simulated: ProcessEnvironment.simulated)
        self.configuration = configuration
        self.qrCode = qrCode
        tls = try ServedTLS.identity(configuration)
        log = try ServeLog(configuration, write: write)
        relay = try ServedMail.relay(configuration)
        secrets = try configuration.text(.webhookSecret).map(WebhookSecrets.init(path:))
        keys = try configuration.texts(.keys).map { path in try SUNKeys(path: path) }
        let apps = configuration.apps
        var settings = SiteSettings()
        settings.hosts = try HostList.ofEnvironment()
        settings.isPublicSimulation = configuration.isOn(.publicSimulation)
        settings.isOfThisMachine = !configuration.servesOthers
        settings.isSecure = configuration.isSecure
        settings.sender = configuration.text(.smtpSender)
        settings.mailsReceipts = configuration.text(.donorMail) == DonorMail.all.rawValue
        settings.refundMinutes = configuration.number(.refundMinutes) ?? settings.refundMinutes
        settings.appleAssociation = apps.appleAssociation
        settings.assetLinks = apps.assetLinks
        let appStoreID = configuration.number(.appStoreID).map { UInt64($0) }
        settings.banner = apps.clips.first.map { ClipBanner(clipBundle: $0.bundle, appStoreID: appStoreID) }
        self.settings = settings
    }

    /// Serves the site until the task is canceled. Prints the site's address on standard output.
    package func run(over data: DataFolder) async throws {
        let log = log
        let mail = LimitedMail(into: data.emails, clock: .system, random: systemRandom) {
            log.report(LogLine($0))
        }
        let site = controller(over: data, mail)
        async let _: Void? = delivery(data)?.work()
        let start = "\(tls == nil ? "http" : "https")://\(configuration.hostInURL):"
        let metrics = metrics(of: data, mail)
        let retentions = [
            RowRetention.auditLog(days: configuration.number(.auditLogDays) ?? DataFolder.auditLogDays),
            RowRetention.taps(days: configuration.number(.tapDays) ?? DataFolder.tapDays),
        ]
        let lease = JobLease(on: data.giving.database, holder: JobLease.newHolder(), clock: data.clock)
        try await SiteServer(serverConfiguration).serve(
            site, tend: { await tend(data, retentions, lease) }, observers: [log, metrics.requests],
            listeners: listeners(metrics, api(data)),
            started: { port in
                let address = "\(start)\(port)"
                Self.say("listening on \(address)")
                log.report(.started(at: address))
                if let error = configuration.untrustedProxy { log.report(error) }
            })
        do { try await lease.release(Self.tending) } catch { report(error) }
        log.report(.ended)
    }

    /// The name of the lease for ``tend(_:_:_:)``. It is the same for all servers that share a database.
    private static let tending = "tend"

    /// Returns the controller of all pages, the API and the webhook endpoint.
    func controller(over data: DataFolder, _ mail: any Mail) -> TapController {
        TapController(
            giving: data.giving, tags: RegistryDirectory(data.database),
            recorder: data.tapRecorder(keys: keys, hosts: settings.hosts) { report($0) },
            world: data.simulatedWorld(on: configuration.wallet),
            mail: mail, settings: settings, admin: adminSite(data, mail), api: api(data),
            webhooks: webhooks(data), products: products(data),
            random: systemRandom, failed: report)
    }

    /// Returns the service that delivers e-mails from the outbox; nil if no mail server is configured.
    private func delivery(_ data: DataFolder) -> EmailDelivery? {
        relay.map { relay in
            EmailDelivery(
                of: data.emails, by: relay, clock: data.clock, report: { log.report(LogLine($0)) },
                failed: report)
        }
    }

    private func adminSite(_ data: DataFolder, _ mail: any Mail) -> AdminController {
        var settings = AdminSettings()
        settings.isPublicSimulation = self.settings.isPublicSimulation
        settings.isSecure = self.settings.isSecure
        settings.hosts = self.settings.hosts
        settings.requiresSecondFactor = configuration.requiresSecondFactor
        settings.siteName = configuration.publicURL?.authority ?? settings.siteName
        settings.qrCode = qrCode
        settings.sendsMail = relay != nil
        settings.mailsReceipts = relay != nil && self.settings.mailsReceipts
        settings.acceptsMail = { mail.accepts($0, waiting: $1) }
        settings.isOnlyServer = data.file != nil
        var live = LiveSettings()
        live.version = { try await data.database.version() }
        return AdminController(
            giving: data.giving, staff: data.staff, seats: SeatRegistry(data.database), settings: settings,
            live: live, random: systemRandom, failed: report)
    }

    private func api(_ data: DataFolder) -> any APIHandler {
        JSONAPI(data, hosts: settings.hosts, random: systemRandom, failed: report)
    }

    private func webhooks(_ data: DataFolder) -> (any WebhookHandler)? {
        secrets.map { ProcessorWebhooks($0, over: data, failed: report) }
    }

    private func products(_ data: DataFolder) -> [any ProductPages] {
        let context = PageContext(
            data: data, settings: settings, wallet: data.simulatedWallet(on: configuration.wallet),
            failed: report)
        return data.products.list.flatMap { $0.pages(context) }
    }

    private func metrics(of data: DataFolder, _ mail: LimitedMail) -> ServedMetrics {
        let clock = MonotonicClock.system
        return ServedMetrics(
            requests: RequestMetrics(), clock: clock, begin: clock.now(),
            gifts: { try await data.read { try $0.giftCounts(ofOrganization: nil) } },
            withheldEmails: { mail.withheld },
            residentBytes: { ProcessMemory.residentBytes })
    }

    private func listeners(_ metrics: ServedMetrics, _ api: any APIHandler) -> [AuxiliaryListener] {
        var listeners: [AuxiliaryListener] = []
        if let place = configuration.text(.metrics).flatMap(ListenAddress.init) {
            listeners.append(
                AuxiliaryListener(
                    .metrics { await metrics.text() }, host: place.host, port: Int(place.port),
                    started: { port in Self.say("metrics on http://\(place.hostInURL):\(port)/metrics") }))
        }
        if let port = configuration.number(.httpPort) {
            let host = configuration.hostInURL
            listeners.append(
                AuxiliaryListener(
                    .redirect { call in await api.refusedPlain(call) }, host: configuration.host,
                    port: Int(port),
                    started: { port in Self.say("redirecting from http://\(host):\(port)") }))
        }
        return listeners
    }

    /// Prints a line on standard output and flushes it, because another program may be waiting for the line.
    private static func say(_ text: String) {
        print(text)
        fflush(nil)
    }

    private var serverConfiguration: SiteServer.Configuration {
        var server = SiteServer.Configuration()
        server.host = configuration.host
        server.port = configuration.number(.port).map { Int($0) } ?? server.port
        server.publicAddress = configuration.publicURL
        server.allowedHosts = configuration.texts(.allowedHost)
        server.tls = tls
        (server.rates, server.proxies) = (configuration.rates, configuration.proxies)
        return server
    }

    /// Does one round of background work.
    ///
    /// Every server cleans up its cache and adds waiting events to the audit log's chain. If the processor is
    /// simulated, every server also follows the processor's clock. Only the server that holds the lease does
    /// the rest: it removes old rows, completes interrupted calls, and handles renewals and disputes.
    ///
    /// If the processor is unavailable or was replaced by a different one, reports the error, and skips the
    /// work that needs the processor.
    private func tend(_ data: DataFolder, _ retentions: [RowRetention], _ lease: JobLease) async {
        DatabaseFile.purgeDecodedValues()
        // This runs first because the processor may respond slowly. It is brief, so it needs no lease.
        await reporting { try await data.chainAuditLog() }
        let isThere = await reporting { try await data.greetProcessor() }
        await reporting {
            try await lease.run(Self.tending) {
                for retention in retentions { await reporting { try await retention.work(on: data) } }
                if isThere { await reporting { try await data.catchUp() } }
            }
        }
    }

    /// Performs one part of the background work. An error that `work` throws is reported, not rethrown.
    ///
    /// - Returns: Whether the work succeeded.
    @discardableResult private func reporting(_ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return true
        } catch {
            if !Task.isCancelled { report(error) }
            return false
        }
    }

    private func report(_ error: any Error) { log.report(CommandError(error)) }
}
