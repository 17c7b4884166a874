public import Giving
public import InvocationRouter

/// The server's settings that affect the staff pages.
public struct AdminSettings: Sendable {
    /// Whether anyone can open the giving pages. If so, each page states that it is a public simulation.
    public var isPublicSimulation = false
    /// Whether the pages are served over TLS. If so, browsers send the session cookie only over TLS.
    public var isSecure = false
    /// Whether the server sends e-mails. If so, members of staff can request a link for a new password.
    public var sendsMail = false
    /// Whether this server e-mails receipts. If not, receipts stay in the outbox until another program sends
    /// them.
    public var mailsReceipts = false
    /// Returns whether the daily limit allows another e-mail to an address. The second argument is the number
    /// of e-mails that are already waiting to be sent to the address.
    public var acceptsMail: @Sendable (EmailAddress, Int) -> Bool = { _, _ in true }
    /// Whether this is the only server that uses the database. If so, the server keeps a submitted bank
    /// statement in memory for a few minutes, and redirects the browser to the address of the result.
    public var isOnlyServer = true
    /// The hosts of the URLs on tags. Managed tags use the first host.
    public var hosts = HostList.standard
    /// Whether a second factor is required for members whose role permits changes that affect money. This
    /// should be true if other machines can reach the pages.
    public var requiresSecondFactor = false
    /// The name of this server, which authenticator apps show.
    public var siteName = "tapctl"
    /// Encodes a string as a QR code and returns an `svg` element, or nil if the QR code cannot be drawn.
    public var qrCode: @Sendable (String) -> String? = { _ in nil }
    /// The limits on simultaneous exports.
    public var exports = StreamLimits.exports

    public init() {}
}
