public import InvocationRouter

/// The operator's settings for a site.
public struct SiteSettings: Sendable {
    /// The hosts of the URLs on tags. The first host is used instead of the request's `Host` header, which is
    /// not trusted.
    public var hosts = HostList.standard
    /// The banner that iOS shows above the giving page, or nil.
    public var banner: ClipBanner?
    /// The content of `/.well-known/apple-app-site-association`; nil if the file is not served.
    public var appleAssociation: String?
    /// The content of `/.well-known/assetlinks.json`; nil if the file is not served.
    public var assetLinks: String?
    /// Whether the site is a public simulation that anyone can open. If so, each page states this.
    public var isPublicSimulation = false
    /// Whether only this machine can reach the pages. If so, the site serves the page for debugging the
    /// wallet, and requests from this machine are exempt from rate limits.
    public var isOfThisMachine = false
    /// Whether the pages are served over TLS. If so, cookies are sent only over TLS.
    public var isSecure = false
    /// The number of minutes after a gift during which the donor can refund it as a mistake, 0...1440. The
    /// value 0 disables such refunds.
    public var refundMinutes: Int64 = 30
    /// The sender's e-mail address. If it is nil, the address is `no-reply@` followed by the public host. It
    /// must be set if e-mails are delivered to a mail server.
    public var sender: String?
    /// Whether this server e-mails receipts and notices of declined charges to donors. If not, another
    /// program sends them.
    public var mailsReceipts = true

    /// Creates the default settings: the standard host and no apps.
    public init() {}
}

/// Reports an unexpected error to the administrator of the server.
public typealias ErrorReport = @Sendable (any Error) -> Void
/// Returns random bits.
public typealias RandomSource = @Sendable () -> UInt64
/// Waits for this duration.
public typealias Pause = @Sendable (Duration) async throws -> Void
/// Answers the question of the simulated bank about a payment, which is given by the id of the payment or of
/// its intent.
public typealias BankAnswer = @Sendable (_ id: String, _ isPassed: Bool) async throws -> Void
