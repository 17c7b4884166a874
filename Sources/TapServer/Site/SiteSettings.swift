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

    /// The standard host and no apps.
    public init() {}
}
