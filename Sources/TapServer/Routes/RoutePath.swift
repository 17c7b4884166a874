/// The path of a route. Each segment is either literal text, or the name of a variable segment in braces.
///
/// `{id}` matches any segment, and `{#row}` matches a number. `{!token}` also matches any segment, but marks
/// it as a secret, which ``LinkExchange`` replaces in addresses. `**` at the end matches the rest of a path.
struct RoutePath: Hashable, ExpressibleByStringInterpolation {
    /// The path as it is declared, such as `/pay/{!token}/sheet`.
    let template: String

    init(_ template: String) { self.template = template }
    init(stringLiteral template: String) { self.template = template }

    /// The segments of the path, which are the parts between the slashes.
    var segments: [Substring] { template.split(separator: "/") }

    /// The names of the variable segments, in order.
    var names: [String] {
        segments.filter { $0.first == "{" }.map { segment in
            String(segment.drop(while: { "{#!".contains($0) }).dropLast())
        }
    }

    /// The index of the secret segment among the variable segments; nil if the path has no secret segment.
    var secretIndex: Int? {
        segments.filter { $0.first == "{" }.firstIndex { $0.hasPrefix("{!") }
    }

    /// The name of the route in logs and metrics. It contains the names of the variable segments, never their
    /// values.
    var label: String { template.replacing("{#", with: "{").replacing("{!", with: "{") }

    /// Returns the path with its variable segments filled in, for use in a link.
    ///
    /// - Parameter values: The URL-encoded values of the variable segments, in the same order as ``names``.
    func callAsFunction(_ values: String...) -> String { filled(with: values) }

    /// Returns the path with its variable segments filled in.
    ///
    /// - Parameter values: The URL-encoded values of the variable segments, in the same order as ``names``.
    func filled(with values: [String]) -> String {
        assert(values.count == names.count, "\(template) has other names")
        var rest = values[...]
        return segments.map { $0.first == "{" ? "/" + (rest.popFirst() ?? "") : "/\($0)" }.joined()
    }
}
