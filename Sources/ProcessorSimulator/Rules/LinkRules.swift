import Processor

/// The rules for URLs to which the processor's pages send customers, such as `success_url`.
///
/// Source: Stripe API reference, "PaymentIntents", `return_url`: a mobile app can use its own URI scheme.
enum LinkRules {
    /// The maximum length in bytes. Stripe's specification states no maximum, so this is the limit of its
    /// other long strings.
    static let most = 5_000

    /// Schemes that never belong to an app. A browser runs or shows their content itself.
    private static let unsafe: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source",
    ]

    /// Checks a URL.
    ///
    /// - Parameters:
    ///   - parameter: The name of the parameter that contains the URL.
    ///   - takesApps: Whether an app's own scheme, such as `church-app`, is accepted in addition to `http` and
    ///     `https`. Schemes whose content a browser runs, such as `javascript`, are never accepted.
    /// - Throws: ``ProcessorError`` with status 400 and code `url_invalid`.
    static func check(_ url: String, by parameter: String, takesApps: Bool = false) throws {
        func invalid(_ message: String) -> ProcessorError {
            .invalid("url_invalid", message, parameter: parameter)
        }
        guard url.utf8.count <= most else {
            throw invalid("Invalid URL: The URL must be at most 5,000 bytes long.")
        }
        guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
            url.utf8[..<colon].first.map(isLetter) == true,
            url.utf8[..<colon].allSatisfy({ isLetter($0) || "0123456789+-.".utf8.contains($0) })
        else {
            throw invalid("Invalid URL: An explicit scheme (such as https) must be provided.")
        }
        let (scheme, rest) = (url[..<colon].lowercased(), url[url.index(after: colon)...])
        let isWeb = scheme == "http" || scheme == "https"
        let hasHost = rest.hasPrefix("//") && !"/?#".contains(rest.dropFirst(2).first ?? "/")
        guard isWeb ? hasHost : takesApps && !unsafe.contains(scheme),
            url.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F
            })
        else { throw invalid("Not a valid URL") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
