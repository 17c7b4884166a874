public import InvocationRouter

/// The operator's settings for a site.
public struct SiteSettings: Sendable {
    /// The hosts of the URLs that tags carry; the first is the one that stands for a request's own.
    public var hosts = HostList.standard
    /// The banner that iOS shows above the giving page, or nil.
    public var banner: ClipBanner?
    /// The content of `/.well-known/apple-app-site-association`, or nil.
    public var appleAssociation: String?
    /// The content of `/.well-known/assetlinks.json`, or nil.
    public var assetLinks: String?
    /// Anybody can open the pages: each of them says so.
    public var isPublicSimulation = false
    /// The pages are reached over TLS: what a browser keeps is sent over nothing else.
    public var isSecure = false
    /// For how many minutes a donor can have back a gift that was a mistake, 0...1440; 0 is never.
    public var refundMinutes: Int64 = 30
    /// The sender's address. If nil, which requires that no mail server is set, it is `no-reply@` the public host.
    public var sender: String?
    /// Whether donors get receipts and notices of declined charges by e-mail. If false, another program sends them.
    public var mailsReceipts = true

    /// The standard host and no apps.
    public init() {}
}
