public import InvocationRouter

/// The operator's settings for a site.
public struct SiteSettings: Sendable {
    /// The hosts of the URLs on tags. The first host is used in place of the host in a request.
    public var hosts = HostList.standard
    /// The banner that iOS shows above the giving page, or nil.
    public var banner: ClipBanner?
    /// The content of `/.well-known/apple-app-site-association`; nil if the file is not served.
    public var appleAssociation: String?
    /// The content of `/.well-known/assetlinks.json`; nil if the file is not served.
    public var assetLinks: String?
    /// Whether anyone can open the pages. If so, each page states that it is a public simulation.
    public var isPublicSimulation = false
    /// Whether only this machine can reach the pages. Only then is the wallet's debugging page served, and are
    /// requests from this machine exempt from rate limits.
    public var isOfThisMachine = false
    /// Whether the pages are served over TLS. Cookies are then sent only over TLS.
    public var isSecure = false
    /// The number of minutes after a gift during which the donor can refund it as a mistake, 0...1440. The value 0
    /// disables such refunds.
    public var refundMinutes: Int64 = 30
    /// The sender's e-mail address. If nil, the sender is `no-reply@` at the public host. It must be set if a mail
    /// server is set.
    public var sender: String?
    /// Whether donors get receipts and notices of declined charges by e-mail. If false, another program sends them.
    public var mailsReceipts = true

    /// Creates the default settings: the standard host and no apps.
    public init() {}
}
