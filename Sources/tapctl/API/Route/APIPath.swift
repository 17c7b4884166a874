import Foundation

/// A path of the API, with names for what differs: `/api/gifts/{gift}`.
struct APIPath: Sendable {
    /// As OpenAPI writes it.
    let template: String
    private let parts: [Part]
    /// What stands before the first name: most paths differ here.
    private let beginning: String

    private enum Part: Hashable {
        case word(String)
        case name(String)
    }

    init(_ template: String) {
        self.template = template
        parts = template.split(separator: "/").map { part in
            part.hasPrefix("{") ? .name(String(part.dropFirst().dropLast())) : .word(String(part))
        }
        beginning = String(template.prefix { $0 != "{" })
    }

    /// What stands in the place of each name; nil for another path.
    func match(_ path: Substring) -> [String: String]? {
        guard path.hasPrefix(beginning) else { return nil }
        let found = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard found.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, text) in zip(parts, found) {
            switch part {
            case .word(let word): if word != text { return nil }
            case .name(let name):
                guard let value = text.removingPercentEncoding, !value.isEmpty else { return nil }
                values[name] = value
            }
        }
        return values
    }

    /// The names in it, from left to right.
    var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }
}
