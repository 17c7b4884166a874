import Foundation
import TestSupport

/// A field of a JSON document: the document's `object`, and the path to the field.
struct DocumentedField: Hashable, CustomStringConvertible {
    /// A key such as `tag_plan`; `record` and `decoded` are for fields that several documents share.
    var object: String
    /// As `steps[].page`.
    var path: String

    var description: String { "\(object): \(path)" }
}

extension DocumentedField {
    /// The fields that a page documents: rows of tables under headings with the names of objects.
    ///
    /// - Returns: A set of alternatives for each row and field, because a heading may name several objects.
    static func documented(in page: String) -> [Set<DocumentedField>] {
        var objects: [String] = []
        var fields: [Set<DocumentedField>] = []
        for line in page.split(separator: "\n") {
            if line.hasPrefix("#") { objects = codes(in: line) }
            guard line.hasPrefix("| `"), let first = line.split(separator: "|").first else { continue }
            for path in codes(in: first) {
                fields.append(Set(objects.map { DocumentedField(object: $0, path: path) }))
            }
        }
        return fields
    }

    /// The fields of every document that the sessions under `fixtures/cli` show.
    static func printed(in sessions: [String]) throws -> Set<DocumentedField> {
        var fields: Set<DocumentedField> = []
        for line in sessions.flatMap({ $0.split(separator: "\n") }) where line.hasPrefix("1| {\"object\"") {
            // Durations are placeholders.
            let document = line.dropFirst(3).replacing("\":N", with: "\":0")
            collect(
                try JSONSerialization.jsonObject(with: Data(document.utf8)),
                DocumentedField(object: "", path: ""), &fields)
        }
        return fields
    }

    private static func collect(_ value: Any, _ place: DocumentedField, _ fields: inout Set<DocumentedField>)
    {
        if let list = value as? [Any] {
            for element in list {
                collect(element, DocumentedField(object: place.object, path: place.path + "[]"), &fields)
            }
        }
        guard let object = value as? [String: Any] else { return }
        var place = place
        if let name = object["object"] as? String {
            place = DocumentedField(object: name, path: "")
        } else if place.path == "records[]" {
            place = DocumentedField(object: place.object == "decoded" ? "decoded" : "record", path: "")
        } else if place.path == "decoded" {
            place = DocumentedField(object: "decoded", path: "")
        }
        for (key, value) in object {
            let field = DocumentedField(
                object: place.object, path: place.path.isEmpty ? key : "\(place.path).\(key)")
            fields.insert(field)
            collect(value, field, &fields)
        }
    }

    /// The text between backticks.
    private static func codes(in line: Substring) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
