public import InvocationRouter

/// The operator's settings for a site.
public struct SiteSettings: Sendable {
    /// The hosts of the URLs on tags. The first host is used in place of the host in a request.
    public var hosts = HostList.standard
    /// The banner that iOS shows above the giving page, or nil.
    public var banner: ClipBanner?
    /// The content of `/.well-known/apple-app-site-association`, or nil.
    public var appleAssociation: String?
    /// The content of `/.well-known/assetlinks.json`, or nil.
    public var assetLinks: String?
    /// Whether anyone can open the pages. Each page then says so.
    public var isPublicSimulation = false
    /// Whether the pages are served over TLS. Cookies are then sent only over TLS.
    public var isSecure = false
    /// The number of minutes in which a donor can refund a gift that was a mistake, 0...1440; 0 disables this.
    public var refundMinutes: Int64 = 30
    /// The sender's address. If nil, which requires that no mail server is set, it is `no-reply@` the public host.
    public var sender: String?
    /// Whether donors get receipts and notices of declined charges by e-mail. If false, another program sends them.
    public var mailsReceipts = true

    /// Creates the default settings: the standard host and no apps.
    public init() {}
}
