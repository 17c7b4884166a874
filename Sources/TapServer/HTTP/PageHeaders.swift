import HTMLKit
import HTTPTypes
import ServerKit

/// The headers of all pages. They restrict caching and the resources that a page can load, and prevent other
/// sites from framing the page.
///
/// The browser may show a restorable page again after "Back" without a request. Only pages without sensitive
/// data are marked as restorable.
enum PageHeaders {
    /// Returns the headers of a response.
    ///
    /// - Parameters:
    ///   - document: The document to send; nil for other content.
    ///   - type: The media type of the body; nil if there is no body.
    static func of(_ document: HTMLDocument? = nil, type: String? = nil) -> HTTPFields {
        var headers = HTTPFields()
        // Only the browser's history uses a cached page with max-age=0 without a request (RFC 9111 §6). With
        // no-cache, some browsers send one after "Back".
        headers[.cacheControl] = document?.isRestorable == true ? "private, max-age=0" : "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        headers[.referrerPolicy] = "no-referrer"
        headers[.xFrameOptions] = "DENY"
        headers[.permissionsPolicy] = "camera=(), geolocation=(), microphone=()"
        headers[.contentSecurityPolicy] = policy(of: document)
        headers[.contentType] = type
        return headers
    }

    /// Returns the headers of every response.
    ///
    /// - Parameter isSecure: Whether the server is reached over TLS. If so, a header makes browsers use only
    ///   TLS for this host and all its subdomains for a year.
    static func always(isSecure: Bool) -> HTTPFields {
        isSecure ? [.strictTransportSecurity: "max-age=31536000; includeSubDomains"] : HTTPFields()
    }

    /// Returns the content security policy of a document. It allows scripts and images only if the document
    /// uses them.
    ///
    /// Source: W3C Content Security Policy Level 3.
    static func policy(of document: HTMLDocument?) -> String {
        let added = document?.body.addedStyle.map { " \($0.source)" } ?? ""
        let style = document.map { "; style-src \($0.style.source)\(added)" } ?? ""
        let script = document?.script == nil ? "" : "; script-src 'self'; connect-src 'self'"
        let image = document?.body.imageOrigin.map { "; img-src \($0)" } ?? ""
        return
            "default-src 'none'\(style)\(script)\(image); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }
}

extension HTTPField.Name {
    /// The name of the header that makes browsers delete a site's stored data.
    ///
    /// Source: W3C Clear Site Data §3.1.
    static let clearSiteData = named("Clear-Site-Data")
    static let permissionsPolicy = named("Permissions-Policy")
    static let referrerPolicy = named("Referrer-Policy")
    static let xForwardedFor = named("X-Forwarded-For")
    static let xFrameOptions = named("X-Frame-Options")
}
