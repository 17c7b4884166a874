public import InvocationRouter

/// What a site is told by whoever runs it.
public struct SiteSettings: Sendable {
    /// The hosts of the URLs that tags carry; the first is the one that stands for a request's own.
    public var hosts = HostList.standard
    /// What iOS shows above the giving page; nil shows nothing.
    public var banner: ClipBanner?
    /// The content of `/.well-known/apple-app-site-association`; nil where there is none.
    public var appleAssociation: String?
    /// The content of `/.well-known/assetlinks.json`; nil where there is none.
    public var assetLinks: String?
    /// Anybody can open the pages: each of them says so.
    public var isPublicSimulation = false
    /// The pages are reached over TLS: what a browser keeps is sent over nothing else.
    public var isSecure = false
    /// For how many minutes a donor can have back a gift that was a mistake, 0...1440; 0 is never.
    public var refundMinutes: Int64 = 30
    /// Who sends e-mails; nil where no mail server takes them: then `no-reply@` the host where people reach the pages stands in them.
    public var sender: String?
    /// Donors get their receipts by e-mail, and hear of a month that was declined; else another program tells them.
    public var mailsReceipts = true

    /// The standard host and no apps.
    public init() {}
}
