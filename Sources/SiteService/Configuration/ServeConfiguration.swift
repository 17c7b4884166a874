package import Documents
import FailureKit
import InvocationRouter
package import PaymentCore
import ProcessorSimulator
import ServerKit
package import TapServer

/// The settings of the web server, merged from all sources. Environment variables override the file, and
/// flags override both.
package struct ServeConfiguration: Sendable {
    /// The values of each setting, with the layer that sets them. Unset settings are not included.
    private let found: [ServeSetting: (values: [String], layer: ServeLayer)]

    /// Creates the configuration by merging layers. The source of a layer sets its precedence; the order of
    /// the layers does not matter.
    ///
    /// By default, a public simulation with a mail server sends donors only sign-in links.
    ///
    /// - Parameter layers: Layers whose values are already validated.
    /// - Throws: An error with exit code 64 or 78 if settings contradict each other.
    package init(_ layers: [ServeLayer]) throws(CommandError) {
        var found: [ServeSetting: (values: [String], layer: ServeLayer)] = [:]
        for source in ServeLayer.Source.allCases {
            for layer in [ServeLayer.standard] + layers where layer.source == source {
                for (setting, values) in layer.values { found[setting] = (values, layer) }
            }
        }
        // In a public simulation, anyone can have a receipt sent to any address, so receipts are sent only if
        // this is configured.
        if found[.publicSimulation]?.values == ["true"], found[.smtpHost] != nil,
            let standard = found[.donorMail], standard.layer.source == .standard
        {
            found[.donorMail] = ([DonorMail.links.rawValue], standard.layer)
        }
        self.found = found
        try checkPairs()
    }

    /// Returns the values of a setting as strings; empty if it is not set.
    package func texts(_ setting: ServeSetting) -> [String] { found[setting]?.values ?? [] }

    /// Returns the value of a setting as a string; nil if the setting is not set.
    package func text(_ setting: ServeSetting) -> String? { texts(setting).first }

    /// Returns the value of a setting as a number; nil if the setting is not set.
    package func number(_ setting: ServeSetting) -> Int64? { text(setting).flatMap { Int64($0) } }

    /// Returns whether the value of a setting is `true`.
    package func isOn(_ setting: ServeSetting) -> Bool { text(setting) == "true" }

    /// Returns the source of a setting's value: the kind of source, and the source's name for display (see
    /// ``ServeLayer/origin(of:)``). Returns nil if the setting is not set.
    package func source(of setting: ServeSetting) -> (source: ServeLayer.Source, origin: String)? {
        found[setting].map { ($0.layer.source, $0.layer.origin(of: setting)) }
    }

    // MARK: Checks

    private func checkPairs() throws(CommandError) {
        if number(.appStoreID) != nil, texts(.clip).isEmpty {
            throw apart(.appStoreID, .clip, "the App Store ID is used only in the banner of an App Clip")
        }
        try checkTLS()
        try checkMail()
        try checkTogether(
            .package, .fingerprint, "the package and the fingerprint together identify an Android app")
    }

    private func checkTogether(
        _ one: ServeSetting, _ other: ServeSetting, _ reason: String
    ) throws(CommandError) {
        for (setting, missing) in [(one, other), (other, one)]
        where text(setting) != nil && text(missing) == nil {
            throw apart(setting, missing, reason)
        }
    }

    private func checkTLS() throws(CommandError) {
        try checkTogether(.tlsCertificate, .tlsKey, "TLS requires both a certificate and its private key")
        if number(.httpPort) != nil, !hasTLS {
            throw apart(.httpPort, .tlsCertificate, "this port redirects http requests to https")
        }
        if hasTLS, let publicURL, !publicURL.isSecure {
            throw badSetting(
                .publicURL, "uses http, but the pages are served over TLS",
                remedy: "use https, or omit the certificate and its key")
        }
    }

    /// Checks that no setting lets other machines reach the pages unexpectedly, or without encryption.
    ///
    /// A simulated processor accepts any card and any name, so a person must explicitly permit a public
    /// simulation.
    ///
    /// - Throws: An error with exit code 77 if the check fails.
    package func checkAccess() throws(CommandError) {
        guard isOfThisMachine || isOn(.publicSimulation) else {
            throw CommandError(
                .refused, code: "publicSimulation", "\(host) can be reached from other machines",
                reason: "visitors could mistake these pages for real giving pages",
                remedy:
                    "use --host 127.0.0.1, or add --public-simulation: "
                    + "every page then says that it is a simulation"
            )
        }
        guard isSecure || isOnlyOfThisMachine else {
            throw CommandError(
                .refused, code: "unencrypted", "other machines would reach the pages without encryption",
                reason: "anyone on the network could read links, cookies, passwords and donors' details",
                remedy:
                    "add --tls-certificate and --tls-key, or serve behind a TLS proxy and set --public-url to its https address"
            )
        }
    }

    /// Checks that other machines cannot reach a server whose clock or ids are simulated.
    ///
    /// - Parameter variables: The environment variables that enable the simulation.
    func checkRealTime(simulated variables: [String]) throws(CommandError) {
        guard let variable = variables.first, !isOnlyOfThisMachine else { return }
        throw CommandError(
            .refused, code: "simulatedEnvironment",
            "\(variable) is set, and other machines can open the pages",
            reason: "with TAPCTL_NOW, sessions would never end; with TAPCTL_SEED, ids would repeat",
            remedy: "unset \(variable), or leave out --host and --public-url to serve this machine only")
    }

    /// The error if a proxy forwards the requests but is not trusted to report each client's address;
    /// otherwise nil. The pages still work, but all clients of the proxy count as one address for the rate
    /// limits.
    var untrustedProxy: CommandError? {
        guard isPublic, isOfThisMachine || !hasTLS, let publicURL else { return nil }
        let trusted = texts(.trustedProxy).compactMap(NetworkAddress.init)
        guard isOfThisMachine ? !trusted.contains(where: \.isLoopback) : trusted.isEmpty else { return nil }
        let option =
            isOfThisMachine
            ? "--trusted-proxy \(host == "localhost" ? "127.0.0.1" : host)"
            : "--trusted-proxy with the proxy's address"
        return CommandError(
            .configuration, code: "proxyNotTrusted",
            "people open \(publicURL.text) through a proxy that is not trusted to report their addresses",
            reason: "the rate limits and the pause after declined cards apply to all visitors together",
            remedy: "add \(option), and let the proxy append each client's address to X-Forwarded-For")
    }

    private func checkMail() throws(CommandError) {
        let settings: [ServeSetting] = [.smtpPort, .smtpUser, .smtpPassword, .smtpSender, .smtpAuthorities]
        for setting in settings where text(setting) != nil && text(.smtpHost) == nil {
            throw apart(setting, .smtpHost, "this setting configures the connection to a mail server")
        }
        try checkTogether(
            .smtpUser, .smtpPassword,
            "signing in to the mail server requires both a user name and a password")
        guard let host = text(.smtpHost) else { return }
        guard text(.smtpSender) != nil else {
            throw apart(.smtpHost, .smtpSender, "mail servers check the sender address of each e-mail")
        }
        let isElsewhere = !HostPolicy.isLocal(host)
        if mailSecurity == .none, isElsewhere {
            throw badSetting(
                .smtpSecurity, "is \"none\", but \(host) is another machine",
                reason: "links in e-mails sign people in, and would be sent unencrypted",
                remedy: "use tls or starttls")
        }
        if publicURL == nil, isElsewhere {
            throw apart(
                .smtpHost, .publicURL, "links in e-mails must point to the public pages, not to this machine")
        }
    }

    private func apart(_ setting: ServeSetting, _ missing: ServeSetting, _ reason: String) -> CommandError {
        badSetting(
            setting, "requires \(missing.flag)", reason: reason,
            remedy: "set \(missing.flag), or omit \(name(of: setting))")
    }

    private func badSetting(
        _ setting: ServeSetting, _ flaw: String, reason: String = "", remedy: String
    ) -> CommandError {
        CommandError(
            found[setting]?.layer.source == .flag ? .usage : .configuration, code: "badSetting",
            "\(name(of: setting)) \(flaw)", reason: reason, remedy: remedy)
    }

    private func name(of setting: ServeSetting) -> String {
        found[setting]?.layer.name(of: setting) ?? setting.flag
    }
}

// MARK: Results

extension ServeConfiguration {
    /// The host to listen on.
    package var host: String { text(.host) ?? "127.0.0.1" }

    /// The host as written in a URL.
    var hostInURL: String { host.contains(":") ? "[\(host)]" : host }

    /// The public address of the pages; nil to use the address on which the server listens.
    package var publicURL: SiteAddress? { text(.publicURL).flatMap(SiteAddress.init) }

    /// Whether only this machine can connect to the server. A proxy on this machine may still forward
    /// requests from other machines.
    package var isOfThisMachine: Bool { HostPolicy.isLocal(host) }

    /// Whether only this machine can reach the pages, at both the listening address and the public address.
    var isOnlyOfThisMachine: Bool {
        isOfThisMachine && publicURL.map { WebhookTarget($0.text)?.isLoopback == true } ?? true
    }

    /// Whether the server itself, rather than a proxy, terminates TLS.
    var hasTLS: Bool { text(.tlsCertificate) != nil && text(.tlsKey) != nil }

    /// Whether people reach the pages over TLS. If so, cookies are sent only over TLS.
    var isSecure: Bool { hasTLS || publicURL?.isSecure ?? false }

    /// Whether other machines can open the pages, either directly or through a proxy. If a trusted proxy or
    /// another host name is configured, the server assumes that a proxy on this machine forwards requests
    /// from other machines.
    var servesOthers: Bool {
        !isOnlyOfThisMachine || !texts(.trustedProxy).isEmpty || !texts(.allowedHost).isEmpty
    }

    /// Whether staff who can make changes that affect money need a second factor. This is the case if other
    /// machines can open the pages.
    var requiresSecondFactor: Bool { servesOthers }

    /// Whether the configuration sets a public address that other machines can reach.
    private var isPublic: Bool { publicURL.map { WebhookTarget($0.text)?.isLoopback != true } ?? false }

    /// The simulated wallet on the donor's phone.
    package var wallet: WalletDevice {
        let obstacle = text(.wallet).flatMap(WalletDevice.Obstacle.init)
        return WalletDevice(obstacles: obstacle.map { [$0] } ?? [])
    }

    /// The rate limits per network address.
    var rates: RateLimits {
        var rates = RateLimits()
        rates.requests = number(.rateRequests).map { Int($0) } ?? rates.requests
        rates.gifts = number(.rateGifts).map { Int($0) } ?? rates.gifts
        rates.signIns = number(.rateSignIns).map { Int($0) } ?? rates.signIns
        return rates
    }

    /// The encryption of the connection to the mail server.
    var mailSecurity: SMTPRelay.Security { text(.smtpSecurity).flatMap(SMTPRelay.Security.init) ?? .tls }

    /// The proxies that are trusted to report the client's network address.
    var proxies: TrustedProxies { TrustedProxies(Set(texts(.trustedProxy).compactMap(NetworkAddress.init))) }

    /// The apps that open the URLs of this host.
    package var apps: SiteApps {
        SiteApps(
            app: texts(.app), clip: texts(.clip), package: text(.package), fingerprint: texts(.fingerprint))
    }
}
