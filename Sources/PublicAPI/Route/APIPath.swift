import Documents
import Foundation
import TextKit

/// A path of the API whose variable segments have names, such as `/api/gifts/{gift}`.
struct APIPath: Sendable {
    /// The path template in OpenAPI syntax.
    let template: String
    private let parts: [Part]
    private static let slash = UInt8(ascii: "/")

    private enum Part: Hashable {
        case word(String)
        case name(String)
    }

    init(_ template: String) {
        self.template = template
        parts = template.split(separator: "/").map { part in
            part.hasPrefix("{") ? .name(String(part.dropFirst().dropLast())) : .word(String(part))
        }
    }

    /// Returns the segments of a path without decoding them. Returns an empty list if the path does not start
    /// with a slash.
    static func segments(of path: Substring) -> [Substring] {
        guard path.utf8.first == slash else { return [] }
        let segments = path.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
        return segments.map(Substring.init)
    }

    /// Returns the decoded values of the variable segments, keyed by name; nil if the path does not match.
    func match(_ segments: [Substring]) -> [String: String]? {
        guard segments.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (part, text) in zip(parts, segments) {
            switch part {
            case .word(let word): if word != text { return nil }
            case .name(let name):
                guard let value = text.percentDecoded, !value.isEmpty else { return nil }
                values[name] = value
            }
        }
        return values
    }

    /// The names of the variable segments, from left to right.
    var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// The segment after `/api`, such as `gifts`. It is never a variable segment.
    var noun: Substring {
        let segments = Self.segments(of: template[...])
        return segments.count > 1 ? segments[1] : ""
    }
}
