public import DatabaseKit

/// The destinations of managed tags, for a web server that has no access to the registry.
public struct RedirectMap: Hashable, Sendable {
    /// The managed tags, sorted by id.
    public var entries: [Entry]

    /// A managed tag and its destination.
    public struct Entry: Hashable, Sendable {
        /// The path on this service's host: `/t/{tag}`.
        public var path: String
        /// The destination URL, or nil if the id was withdrawn.
        public var url: String?
    }

    /// The configuration formats of web servers.
    public enum Form: String, Sendable, CaseIterable {
        /// The `_redirects` file of Netlify and Cloudflare Pages.
        case netlify
        /// A `map` for nginx's `http` block, with the two lines for its `server` block in a comment.
        case nginx
        /// Lines for Apache's configuration or `.htaccess`.
        case apache
    }

    /// Creates the map of the given destinations.
    public init(_ destinations: [ManagedDestination]) {
        entries = destinations.map { Entry(path: "/t/\($0.id)", url: $0.aim?.url) }
    }

    /// Returns the configuration for a server. Redirects use status 302, not 301, because a destination can
    /// change.
    public func text(_ form: Form) -> String {
        switch form {
        case .netlify: netlify
        case .nginx: nginx
        case .apache: apache
        }
    }

    /// The lines for Netlify and Cloudflare Pages: path, URL and status, separated by spaces.
    ///
    /// Source: Netlify, "Redirects and rewrites"; Cloudflare Pages, "Redirects".
    private var netlify: String {
        lines(comment: "_redirects in the published folder") { entry, url in "\(entry.path) \(url) 302" }
    }

    /// The lines for Apache.
    ///
    /// Source: Apache HTTP Server 2.4, mod_alias, `Redirect`.
    private var apache: String {
        lines(comment: ".htaccess, or the configuration of the virtual host") { entry, url in
            "Redirect 302 \"\(entry.path)\" \"\(url)\""
        } withdrawn: {
            "Redirect 410 \"\($0.path)\""
        }
    }

    /// The lines for nginx. A `$` would start a variable, so it is written as `%24`.
    ///
    /// Source: nginx, ngx_http_map_module.
    private var nginx: String {
        var text = """
            # Within http { }:
            map $uri $tag_destination {
                default "";

            """
        for entry in entries {
            guard let url = entry.url else {
                text += "    # \(entry.path) was withdrawn\n"
                continue
            }
            text +=
                "    \"\(entry.path)\" \"\(url.split(separator: "$", omittingEmptySubsequences: false).joined(separator: "%24"))\";\n"
        }
        text += """
            }
            # Within server { }:
            # location /t/ {
            #     if ($tag_destination = "") { return 404; }
            #     return 302 $tag_destination;
            # }

            """
        return text
    }

    private func lines(
        comment: String, _ line: (Entry, String) -> String,
        withdrawn: (Entry) -> String = { "# \($0.path) was withdrawn" }
    ) -> String {
        "# \(comment)\n"
            + entries.map { entry in (entry.url.map { line(entry, $0) } ?? withdrawn(entry)) + "\n" }.joined()
    }
}

extension Transaction {
    /// Returns all managed destinations of a batch, or of all batches, read page by page.
    public func allDestinations(of batch: String?) throws -> [ManagedDestination] {
        var all: [ManagedDestination] = []
        while case let page = try destinations(of: batch, after: all.last?.id, limit: 500), !page.isEmpty {
            all += page
        }
        return all
    }
}
