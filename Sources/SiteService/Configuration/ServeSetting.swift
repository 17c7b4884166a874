import DataFolderKit
import Documents
import Giving
import InvocationRouter
package import PaymentCore
import ServerKit
import TapServer

/// A setting of the server. It can be set in a file, by an environment variable, or by a flag.
///
/// The raw value is the flag without its leading dashes, such as `public-url`.
package enum ServeSetting: String, CaseIterable, Sendable {
    case host, port
    case publicURL = "public-url"
    case publicSimulation = "public-simulation"
    case refundMinutes = "refund-minutes"
    case auditLogDays = "audit-log-days"
    case tapDays = "tap-days"
    case app, clip
    case appStoreID = "app-store-id"
    case package, fingerprint, keys, data, database, processor
    case processorKey = "processor-key"
    case webhookSecret = "webhook-secret"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case metrics
    case rateRequests = "rate-requests"
    case rateGifts = "rate-gifts"
    case rateSignIns = "rate-sign-ins"
    case trustedProxy = "trusted-proxy"
    case allowedHost = "allowed-host"
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case httpPort = "http-port"
    case donorMail = "donor-mail"
    case smtpHost = "smtp-host"
    case smtpPort = "smtp-port"
    case smtpSecurity = "smtp-security"
    case smtpUser = "smtp-user"
    case smtpPassword = "smtp-password"
    case smtpSender = "smtp-sender"
    case smtpAuthorities = "smtp-authorities"
    case wallet

    /// The type of a setting's value.
    package enum Kind: Hashable, Sendable {
        case text
        case number(ClosedRange<Int64>)
        case yesOrNo
        /// A string that must be one of the listed values.
        case word([String])
        /// A list of strings, which are separated by commas in an environment variable.
        case list
    }

    /// The type of the setting's value.
    package var kind: Kind {
        switch self {
        case .host, .publicURL, .metrics, .package, .data, .database, .processor, .processorKey,
            .webhookSecret, .tlsCertificate, .tlsKey, .smtpHost, .smtpUser, .smtpPassword, .smtpSender,
            .smtpAuthorities:
            .text
        case .port, .httpPort: .number(0...65_535)
        case .smtpPort: .number(1...65_535)
        case .refundMinutes: .number(0...1440)
        case .auditLogDays, .tapDays: .number(0...36_500)
        case .rateRequests, .rateGifts, .rateSignIns: .number(0...1_000_000)
        case .appStoreID: .number(1...Int64.max)
        case .publicSimulation: .yesOrNo
        case .logLevel: .word(LogLine.Level.allCases.map(\.rawValue))
        case .logFormat: .word(LogLine.Format.allCases.map(\.rawValue))
        case .donorMail: .word(DonorMail.allCases.map(\.rawValue))
        case .wallet: .word(WalletDevice.words)
        case .smtpSecurity: .word(SMTPRelay.Security.allCases.map(\.rawValue))
        case .app, .clip, .fingerprint, .keys, .trustedProxy, .allowedHost: .list
        }
    }

    /// The default value; nil if the setting has none.
    package var standard: [String]? {
        switch self {
        case .host: ["127.0.0.1"]
        case .port: ["8080"]
        case .publicSimulation: ["false"]
        case .refundMinutes: ["30"]
        case .auditLogDays: [String(DataFolder.auditLogDays)]
        case .tapDays: [String(DataFolder.tapDays)]
        case .wallet: [WalletDevice.ready]
        case .rateRequests: [String(RateLimits().requests)]
        case .rateGifts: [String(RateLimits().gifts)]
        case .rateSignIns: [String(RateLimits().signIns)]
        case .logLevel: [LogLine.Level.error.rawValue]
        case .logFormat: [LogLine.Format.text.rawValue]
        case .donorMail: [DonorMail.all.rawValue]
        case .smtpSecurity: [SMTPRelay.Security.tls.rawValue]
        default: nil
        }
    }

    /// The command-line flag: two dashes and the raw value.
    package var flag: String { "--\(rawValue)" }

    /// The key in a settings file, such as `public_url`.
    package var key: String { rawValue.replacing("-", with: "_") }

    /// The environment variable of the setting, such as `TAPCTL_SERVE_PUBLIC_URL`. The variables for the data
    /// folder, the database and the processor do not contain `SERVE`, because they apply to all commands.
    package var variable: String {
        switch self {
        case .data: "TAPCTL_HOME"
        case .database: DatabaseAddress.variable
        case .processor: ProcessorAddress.variable
        default: Self.variablePrefix + key.uppercased()
        }
    }

    /// The prefix of environment variables that apply only to `tapctl serve`.
    static let variablePrefix = "TAPCTL_SERVE_"

    /// Returns whether a string is a valid value of the setting, or a valid element of its list.
    func takes(_ text: String) -> Bool {
        switch self {
        case .publicURL: SiteAddress(text) != nil
        case .app, .clip: AppIdentifier(text) != nil
        case .package: AssetLinks.isPackage(text)
        case .fingerprint: AssetLinks.isFingerprint(text)
        case .database: DatabaseAddress.isURL(text) && !DatabaseAddress.hasPassword(text)
        case .processor: ProcessorAddress.url(text) != nil
        case .metrics: ListenAddress(text)?.isLoopback ?? false
        case .trustedProxy: NetworkAddress(text) != nil
        case .allowedHost: HostPolicy.isName(text)
        case .smtpHost: Self.isHost(text)
        case .smtpSender: EmailAddress(text)?.text == text
        // A person may have entered the key itself instead of a file name, and an error would print it.
        case .processorKey, .webhookSecret: !["sk_", "rk_", "pk_", "whsec_"].contains(where: text.hasPrefix)
        default:
            switch kind {
            case .number(let range): Int64(text).map(range.contains) ?? false
            case .yesOrNo: ["true", "false"].contains(text)
            case .word(let words): words.contains(text)
            case .text, .list: !text.isEmpty
            }
        }
    }

    /// Returns whether a string is a host without a port: a name or a numeric address.
    private static func isHost(_ text: String) -> Bool {
        if text.contains(":") { return NetworkAddress(text) != nil }
        let signs = text.utf8
        return !signs.isEmpty && signs.count <= 253
            && signs.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x2E
            }
    }

    /// The hint about valid values that is shown if a value is invalid.
    package var form: String {
        switch self {
        case .publicURL: "use a format like https://give.example.org, with nothing after the host"
        case .app, .clip:
            "use a format like ABCDE12345.org.example.giving: the Apple team ID, a dot and the bundle ID"
        case .package: "use a format like org.example.giving"
        case .fingerprint: "use a SHA-256 fingerprint: 32 bytes in hex, separated by colons"
        case .database: "use a format like postgres://tapctl@host/church, without a password"
        case .processor: "use a format like http://127.0.0.1:12111"
        case .trustedProxy: "use a numeric address like 10.0.0.5"
        case .allowedHost: "use only a name, without a port, like give.example.org"
        case .smtpHost: "use only a name or an address, like mail.example.org"
        case .smtpSender: "use a format like no-reply@example.org"
        case .metrics:
            "use a port on this machine, such as 9100 or [::1]:9100, because metrics are not encrypted"
        case .processorKey, .webhookSecret:
            "use the path of a file that contains the secret, because others could see the setting"
        default:
            switch kind {
            case .number(let range) where range.upperBound == .max:
                "use a number of at least \(range.lowerBound)"
            case .number(let range): "use a number from \(range.lowerBound) to \(range.upperBound)"
            case .yesOrNo: "use true or false"
            case .word(let words): "use \(words.joined(separator: " or "))"
            case .text, .list: "use a non-empty string"
            }
        }
    }
}

extension WalletDevice {
    /// The value of the wallet setting for a phone whose wallet can pay.
    static let ready = "ready"

    /// The valid values of the wallet setting: `ready`, and the reasons why a wallet cannot pay.
    package static var words: [String] { [ready] + Obstacle.allCases.map(\.rawValue) }
}

/// The e-mails that the server sends to donors.
enum DonorMail: String, CaseIterable {
    /// All e-mails, including receipts.
    case all
    /// Only sign-in links.
    case links
}
