package import Documents
import FailureKit
import InvocationRouter
package import PaymentCore
import ProcessorSimulator
import ServerKit
package import TapServer

/// What `tapctl serve` was told, all sources together: a file is weaker than the environment, and that than a flag.
package struct ServeConfiguration: Sendable {
    /// What each setting is, and who said so; a setting that nobody set is missing.
    private let found: [ServeSetting: (values: [String], layer: ServeLayer)]

    /// Lays layers over one another; the stronger source counts, in whatever order they are given.
    ///
    /// - Parameter layers: What was said, each of it checked.
    /// - Throws: exit 64 or 78 where settings do not go together.
    package init(_ layers: [ServeLayer]) throws(CommandError) {
        var found: [ServeSetting: (values: [String], layer: ServeLayer)] = [:]
        for source in ServeLayer.Source.allCases {
            for layer in [ServeLayer.standard] + layers where layer.source == source {
                for (setting, values) in layer.values { found[setting] = (values, layer) }
            }
        }
        self.found = found
        try checkPairs()
    }

    /// The texts of a setting; empty where nobody set it.
    package func texts(_ setting: ServeSetting) -> [String] { found[setting]?.values ?? [] }

    /// The text of a setting; nil where nobody set it.
    package func text(_ setting: ServeSetting) -> String? { texts(setting).first }

    /// The number of a setting; nil where nobody set it.
    package func number(_ setting: ServeSetting) -> Int64? { text(setting).flatMap { Int64($0) } }

    /// Whether a setting is true.
    package func isOn(_ setting: ServeSetting) -> Bool { text(setting) == "true" }

    /// Who said what a setting is; nil where nobody did.
    package func source(of setting: ServeSetting) -> (source: ServeLayer.Source, origin: String)? {
        found[setting].map { ($0.layer.source, $0.layer.origin(of: setting)) }
    }

    // MARK: What goes together

    private func checkPairs() throws(CommandError) {
        if number(.appStoreID) != nil, texts(.clip).isEmpty {
            throw apart(.appStoreID, .clip, "it stands in the banner of an App Clip")
        }
        try checkTLS()
        try checkMail()
        if (text(.package) == nil) != texts(.fingerprint).isEmpty {
            let alone: ServeSetting = text(.package) == nil ? .fingerprint : .package
            throw apart(alone, alone == .package ? .fingerprint : .package, "the two name one Android app")
        }
    }

    private func checkTLS() throws(CommandError) {
        for (setting, other) in [
            (ServeSetting.tlsCertificate, ServeSetting.tlsKey), (.tlsKey, .tlsCertificate),
        ]
        where text(setting) != nil && text(other) == nil {
            throw apart(setting, other, "a certificate is shown to have its key")
        }
        if number(.httpPort) != nil, !hasTLS {
            throw apart(.httpPort, .tlsCertificate, "it leads from plain http to TLS")
        }
        if hasTLS, let publicURL, !publicURL.isSecure {
            let layer = found[.publicURL]?.layer
            throw CommandError(
                layer?.source == .flag ? .usage : .configuration, code: "badSetting",
                "\(layer?.name(of: .publicURL) ?? "") says http, and the pages are served over TLS",
                remedy: "write https, or leave the certificate out")
        }
    }

    private func checkMail() throws(CommandError) {
        let settings: [ServeSetting] = [.smtpPort, .smtpUser, .smtpPassword, .smtpSender, .smtpAuthorities]
        for setting in settings where text(setting) != nil && text(.smtpHost) == nil {
            throw apart(setting, .smtpHost, "it says how a mail server is spoken to")
        }
        for (setting, other) in [
            (ServeSetting.smtpUser, ServeSetting.smtpPassword), (.smtpPassword, .smtpUser),
        ]
        where text(setting) != nil && text(other) == nil {
            throw apart(setting, other, "the two sign in together")
        }
        guard let host = text(.smtpHost) else { return }
        guard text(.smtpSender) != nil else {
            throw apart(.smtpHost, .smtpSender, "letters say who sends them, and mail servers go by it")
        }
        let place = WebhookTarget("http://\(host.contains(":") ? "[\(host)]" : host)")
        if mailSecurity == .none, place?.isLoopback != true {
            let layer = found[.smtpSecurity]?.layer
            throw CommandError(
                layer?.source == .flag ? .usage : .configuration, code: "badSetting",
                "\(layer?.name(of: .smtpSecurity) ?? "") says none, and \(host) is another machine",
                reason: "links in e-mails let people in, and would go over a network as they stand",
                remedy: "write tls or starttls")
        }
        if publicURL == nil, place?.isLoopback != true {
            throw apart(.smtpHost, .publicURL, "e-mails lead donors to these pages, and not to this machine")
        }
    }

    private func apart(_ setting: ServeSetting, _ missing: ServeSetting, _ reason: String) -> CommandError {
        let layer = found[setting]?.layer
        return CommandError(
            layer?.source == .flag ? .usage : .configuration, code: "badSetting",
            "\(layer?.name(of: setting) ?? setting.flag) is of no use without \(missing.flag)",
            reason: reason,
            remedy: "give \(missing.flag), or leave both out")
    }
}

// MARK: What it comes to

extension ServeConfiguration {
    /// The address to listen on.
    package var host: String { text(.host) ?? "127.0.0.1" }

    /// The address as it stands in a URL.
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }

    /// Where people reach the pages; nil is where it listens.
    package var publicURL: SiteAddress? { text(.publicURL).flatMap(SiteAddress.init) }

    /// Nobody but this machine gets to it.
    package var isOfThisMachine: Bool { WebhookTarget("http://\(hostInURL)")?.isLoopback == true }

    /// The server itself speaks TLS.
    var hasTLS: Bool { text(.tlsCertificate) != nil && text(.tlsKey) != nil }

    /// There is TLS on the way from people to the pages: cookies are sent on no other.
    var isSecure: Bool { hasTLS || publicURL?.isSecure ?? false }

    /// `/admin` and `/api` are served: no password and no key is to go over a network as it stands.
    var takesSecrets: Bool { isOfThisMachine || isSecure }

    /// The simulated phone and its wallet.
    package var wallet: WalletDevice {
        let obstacle = text(.wallet).flatMap(WalletDevice.Obstacle.init)
        return WalletDevice(obstacles: obstacle.map { [$0] } ?? [])
    }

    /// How often one network address may ask.
    var rates: RateLimits {
        var rates = RateLimits()
        rates.requests = number(.rateRequests).map { Int($0) } ?? rates.requests
        rates.gifts = number(.rateGifts).map { Int($0) } ?? rates.gifts
        rates.signIns = number(.rateSignIns).map { Int($0) } ?? rates.signIns
        return rates
    }

    /// What keeps the connection to the mail server from being read.
    var mailSecurity: SMTPRelay.Security { text(.smtpSecurity).flatMap(SMTPRelay.Security.init) ?? .tls }

    /// Who is believed when they say for whom they ask.
    var proxies: TrustedProxies { TrustedProxies(Set(texts(.trustedProxy).compactMap(NetworkAddress.init))) }

    /// The apps that open the URLs.
    package var apps: SiteApps {
        SiteApps(
            app: texts(.app), clip: texts(.clip), package: text(.package), fingerprint: texts(.fingerprint))
    }
}
