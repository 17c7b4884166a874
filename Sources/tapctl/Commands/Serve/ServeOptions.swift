import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Foundation
import SiteService
import TapServer

/// The options of `tapctl serve`, which are merged with the configuration file and the environment.
///
/// An omitted option is nil or empty, so that a source with lower precedence supplies its value.
struct ServeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A JSON file of settings, overridden by the environment and by flags. (default: $TAPCTL_SERVE_CONFIG)",
            valueName: "file"), completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The port, or 0 for a free one. With 0, links in e-mails stop working when the server stops. (default: 8080)",
            valueName: "number"))
    var port: String?

    @Option(help: ArgumentHelp("The address to listen on. (default: 127.0.0.1)", valueName: "address"))
    var host: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Accept requests from other machines; every page says that payments are simulated.")
    var publicSimulation: Bool?

    @Option(
        help: ArgumentHelp(
            "The public URL of these pages, for links in e-mails. With https, cookies require TLS; without --tls-certificate, a TLS proxy is assumed.",
            valueName: "url"))
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "How long donors can undo a gift made by mistake, 0 to 1440; with 0, gifts cannot be undone. (default: 30)",
            valueName: "minutes"))
    var refundMinutes: String?

    @Option(
        help: ArgumentHelp(
            "How long rows of the audit log are kept, 0 to 36500; with 0, they are kept forever. (default: 400)",
            valueName: "days"))
    var auditLogDays: String?

    @Option(
        help: ArgumentHelp(
            "How long taps without a gift are kept, 0 to 36500; with 0, they are kept forever. (default: 400)",
            valueName: "days"))
    var tapDays: String?

    @Option(
        help: ArgumentHelp(
            "The wallet of the simulated phone: ready, or why Apple Pay is not offered (no_entitlement, unknown_merchant, unsupported_device, unsupported_region or no_card). (default: ready)",
            valueName: "state"))
    var wallet: String?

    @OptionGroup var apps: AppOptions

    @Option(help: ArgumentHelp("The app's App Store id, for the App Clip's banner.", valueName: "number"))
    var appStoreID: String?

    @Option(
        help: ArgumentHelp(
            "The log level on stderr: error, or info with a line for each request. (default: error)",
            valueName: "level"))
    var logLevel: String?

    @Option(help: ArgumentHelp("The log format: text or json. (default: text)", valueName: "format"))
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "A separate port for Prometheus metrics, reachable only from this machine, such as 9100 or [::1]:9100.",
            valueName: "port"))
    var metrics: String?

    @Option(
        help: ArgumentHelp(
            "The maximum number of requests per minute, and in one burst, from one network address; 0 means no limit. (default: \(RateLimits().requests))",
            valueName: "number"))
    var rateRequests: String?

    @Option(
        help: ArgumentHelp(
            "The maximum number of gifts per minute, and in one burst, from one network address. (default: \(RateLimits().gifts))",
            valueName: "number"))
    var rateGifts: String?

    @Option(
        help: ArgumentHelp(
            "The maximum number of sign-in requests per minute, and in one burst, from one network address. (default: \(RateLimits().signIns))",
            valueName: "number"))
    var rateSignIns: String?

    @Option(
        help: ArgumentHelp(
            "A proxy whose X-Forwarded-For header is trusted; can be repeated.", valueName: "address"))
    var trustedProxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "Another host name of the site; can be repeated.", valueName: "name"))
    var allowedHost: [String] = []

    @Option(
        help: ArgumentHelp("The TLS certificate and its chain, in PEM.", valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("The certificate's private key, in PEM without a passphrase.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "With TLS: a plain http port that redirects to https; 0 chooses a free one.", valueName: "number")
    )
    var httpPort: String?

    @Option(
        help: ArgumentHelp(
            "Accept the processor's events at /webhooks/processor, and verify them with the signing secret in this file.",
            valueName: "file"), completion: .file())
    var webhookSecret: String?

    @OptionGroup var mail: MailOptions
    @OptionGroup var proof: TapKeysOptions
    @OptionGroup var service: ServiceOptions

    /// Returns the configuration that results from the file, the environment and the options.
    ///
    /// - Throws: An error with exit code 64, 66 or 78 if a source cannot be read or has an invalid value.
    func configuration() throws -> ServeConfiguration {
        let variables = ProcessInfo.processInfo.environment
        let flags = try flagLayer()
        let environment = try ServeLayer.environment(variables)
        var layers = [environment, flags]
        let named = variables[ServeLayer.fileVariable] ?? ""
        if let path = config ?? (named.isEmpty ? nil : named) {
            layers.append(try .file(path, try Self.content(of: path)))
        }
        return try ServeConfiguration(layers)
    }

    private static func content(of path: String) throws -> [UInt8] {
        do {
            return try Input.read(path, limit: ServeLayer.mostFileBytes)
        } catch let error as CommandError where error.code == "limitExceeded" {
            throw CommandError(
                .configuration, code: "badConfiguration", "\(path) is too large for a settings file",
                reason: "the file has more than \(ServeLayer.mostFileBytes) bytes",
                remedy: "use a file that contains only settings"
            )
        }
    }

    /// Returns the options for the data folder and the processor, with the values from the configuration.
    func service(_ configuration: ServeConfiguration) -> ServiceOptions {
        var options = service
        options.data = configuration.text(.data)
        options.database = configuration.text(.database)
        options.processor = configuration.text(.processor)
        options.processorKey = configuration.text(.processorKey)
        return options
    }

    /// Returns the settings that are given as command-line options.
    private func flagLayer() throws -> ServeLayer {
        let texts: [ServeSetting: String?] = [
            .port: port, .host: host, .publicURL: publicURL, .refundMinutes: refundMinutes,
            .auditLogDays: auditLogDays, .tapDays: tapDays,
            .wallet: wallet,
            .publicSimulation: publicSimulation.map { String($0) }, .appStoreID: appStoreID,
            .package: apps.package, .data: service.data, .database: service.database,
            .processor: service.processor, .processorKey: service.processorKey,
            .webhookSecret: webhookSecret,
            .logLevel: logLevel, .logFormat: logFormat,
            .metrics: metrics, .rateRequests: rateRequests, .rateGifts: rateGifts, .rateSignIns: rateSignIns,
            .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .httpPort: httpPort,
        ].merging(mail.texts) { $1 }
        let lists: [ServeSetting: [String]] = [
            .app: apps.app, .clip: apps.clip, .fingerprint: apps.fingerprint, .keys: proof.keys,
            .trustedProxy: trustedProxy, .allowedHost: allowedHost,
        ]
        var layer = ServeLayer(source: .flag)
        for case (let setting, let text?) in texts { layer.values[setting] = [text] }
        for (setting, list) in lists where !list.isEmpty { layer.values[setting] = list }
        try layer.check()
        return layer
    }
}
