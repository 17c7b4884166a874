/// The path of a route: words, and names in braces for the segments that vary.
///
/// `{token}` matches any segment and `{#row}` a number; `**` at the end matches the rest of a path.
struct RoutePath: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The path as declared: `/pay/{token}/sheet`.
    let template: String

    init(_ template: String) { self.template = template }
    init(stringLiteral template: String) { self.template = template }

    /// The words and names between the slashes.
    var segments: [Substring] { template.split(separator: "/") }

    /// The names of the segments that vary, in order.
    var names: [String] {
        segments.filter { $0.first == "{" }.map { segment in
            String(segment.drop(while: { $0 == "{" || $0 == "#" }).dropLast())
        }
    }

    /// The name of the route in logs and metrics, without the values of its segments.
    var label: String { template.replacing("{#", with: "{") }

    /// Returns the path with its variable segments filled in, for a link.
    ///
    /// - Parameter values: A segment for each name, in order, as written in a URL.
    func callAsFunction(_ values: String...) -> String { filled(with: values) }

    /// Returns the path with a segment for each name, in order.
    func filled(with values: [String]) -> String {
        assert(values.count == names.count, "\(template) has other names")
        var rest = values[...]
        return segments.map { $0.first == "{" ? "/" + (rest.popFirst() ?? "") : "/\($0)" }.joined()
    }
}
