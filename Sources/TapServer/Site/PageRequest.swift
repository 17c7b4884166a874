public import HTMLKit
public import ServerKit

/// A request for a page, independent of the HTTP server's types.
public struct PageRequest: Hashable, Sendable {
    /// The HTTP method, `GET` or `POST`.
    public var method: String
    /// The path and query as received, without percent-decoding, such as `/WoodlandsChurch?f=12&r=1`.
    public internal(set) var target: String
    /// The route that matches the path.
    var match: RouteMatch
    /// The body of a submitted form, encoded as `application/x-www-form-urlencoded`.
    public var form: String
    /// The body of a submitted form with a file. Nil for other forms, or if the page accepts no files.
    public var upload: MultipartBody?
    /// The client's network address; nil if it is unknown. Also nil for a client on this machine if no other
    /// machine can reach the pages.
    public var client: String?
    public var cookies: Cookies
    /// The id of the last event that a reconnecting browser received from a stream; nil for a new connection.
    public var lastEventID: String?

    public init(
        _ method: String, _ target: String, form: String = "", client: String? = nil,
        cookies: Cookies = Cookies(), lastEventID: String? = nil
    ) {
        self.init(
            method, target, at: SiteRoutes.standard.match(String(target.targetPath)), form: form,
            client: client, cookies: cookies, lastEventID: lastEventID)
    }

    /// Creates a request whose route has already been determined.
    init(
        _ method: String, _ target: String, at match: RouteMatch, form: String = "", client: String? = nil,
        cookies: Cookies = Cookies(), lastEventID: String? = nil
    ) {
        self.method = method
        self.target = target
        self.match = match
        self.form = form
        self.client = client
        self.cookies = cookies
        self.lastEventID = lastEventID
    }

    /// The network prefix of the client's address, such as `203.0.113.0/24`. Nil if the address is missing or
    /// invalid.
    var network: String? { client.flatMap(NetworkAddress.init)?.siteNetwork }

    /// The fields of the submitted form; nil if the form is malformed, has too many fields, or a field is too
    /// long.
    var fields: FormFields? { FormFields(form) }

    /// The text of the target after the first question mark.
    var query: String { String(target.targetQuery) }

    /// Whether the payer passed the simulated bank's challenge; nil if the form does not contain the payer's
    /// response.
    var isPassed: Bool? {
        switch fields?["answer"] {
        case "passed": true
        case "failed": false
        default: nil
        }
    }
}

/// The path and the query of a request target, without percent-decoding.
///
/// Source: RFC 9112, "Request Target", §3.2.1.
extension String {
    /// The text before the first question mark.
    var targetPath: Substring { self[..<(utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex)] }

    /// The text after the first question mark.
    var targetQuery: Substring { self[targetPath.endIndex...].dropFirst() }
}

/// The response to a page request.
public enum PageResponse: Equatable, Sendable {
    /// An HTML document.
    case page(status: Int, HTMLDocument)
    /// A redirect to another page, which the browser requests with GET.
    case redirect(to: String)
    /// A text file with a media type, for example CSV.
    case file(status: Int, type: String, content: String)
    /// A binary file, such as a PDF file.
    case bytes(type: String, [UInt8])
    /// A file that the browser saves under this name. The server reads it from the database while sending it.
    case download(name: String, type: String, ExportStream)
    /// The wrapped response, which the browser saves as a file with this name instead of showing it.
    indirect case saving(as: String, PageResponse)
    /// A stream of events.
    case events(LiveEvents)
    /// The wrapped response, with the number of seconds after which the client may try again (RFC 9110
    /// §10.2.3).
    indirect case retry(after: Int64, PageResponse)
    /// The wrapped response, which also sets a cookie.
    indirect case setting(SetCookie, PageResponse)
    /// The wrapped response, which also makes the browser delete all data that it stores for this site,
    /// except cookies.
    indirect case clearing(PageResponse)
    /// An error response for a method that the page does not accept. The associated value lists the accepted
    /// methods.
    case notAllowed(methods: String)
}
