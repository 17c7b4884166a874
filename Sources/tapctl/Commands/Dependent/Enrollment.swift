import DataFolderKit
import Dependents
import DisplayKit
import Documents
import FailureKit
import Foundation
import Giving
import TextKit

/// The content of the file for `tapctl dependent enroll`: a guardian and the guardian's dependents.
struct Enrollment: Decodable, Sendable {
    let guardian: Guardian
    let dependents: [Dependent]

    /// Reads and validates the file at `path`.
    ///
    /// - Throws: An error with exit code 65 if the file is not a valid enrollment, or 66 if the file is
    ///   missing.
    init(path: String) throws {
        let bytes = try Input.read(path)
        do {
            let typed = try JSONDecoder().decode(Enrollment.self, from: Data(bytes))
            guardian = typed.guardian
            dependents = try typed.dependents.map { try $0.displayed() }
        } catch let error as DecodingError {
            let (place, text) = error.placeAndText
            throw Self.malformed(path, [place, text].filter { !$0.isEmpty }.joined(separator: ": "))
        }
        if let problem = try Self.stray(in: JSONTree(bytes)) ?? problem {
            throw Self.malformed(path, problem)
        }
    }

    private static func malformed(_ path: String, _ reason: String) -> CommandError {
        CommandError(
            .malformed, code: "malformedEnrollment",
            "\(Input.name(of: path)) is not a valid enrollment", reason: reason,
            remedy: "`tapctl dependent enroll --help` describes the file")
    }

    /// The reason that a well-formed enrollment is invalid; nil if the enrollment is valid.
    private var problem: String? {
        if EmailAddress(guardian.email) == nil { return "guardian.email: not an e-mail address" }
        if let flaw = DisplayText.flaw(in: guardian.name, atMost: DisplayText.longestName) {
            return "guardian.name: the name \(flaw.summary)"
        }
        var ids = Set<String>()
        return dependents.first { !ids.insert($0.id).inserted }.map { "dependents: \($0.id) appears twice" }
    }

    /// Returns a description of the first unknown or repeated field, or nil. Without this check, such a field
    /// would be ignored.
    private static func stray(in tree: JSONTree, _ place: String = "") -> String? {
        switch tree {
        case .array(let elements):
            return elements.enumerated().lazy
                .compactMap { stray(in: $0.element, "\(place)\($0.offset).") }.first
        case .object(let members):
            let known = fields(
                of: place.split(separator: ".").filter { Int($0) == nil }.joined(separator: "."))
            var seen = Set<String>()
            for member in members {
                guard known.contains(member.key) else {
                    return "\(place)\(member.key): unknown field"
                }
                guard seen.insert(member.key).inserted else {
                    return "\(place)\(member.key): appears twice"
                }
                if let deeper = stray(in: member.value, "\(place)\(member.key).") { return deeper }
            }
            return nil
        default: return nil
        }
    }

    private static func fields(of object: String) -> Set<String> {
        switch object {
        case "": ["guardian", "dependents"]
        case "guardian": ["id", "name", "email"]
        case "dependents": ["id", "name", "relationship", "service_type", "due_date", "fee"]
        case "dependents.fee": ["amount_minor", "currency"]
        default: []
        }
    }
}

extension DecodingError {
    /// The path of the invalid value in the file, such as `dependents.0.due_date`, and a description of the
    /// problem.
    fileprivate var placeAndText: (place: String, text: String) {
        let (context, key, text): (Context, (any CodingKey)?, String) =
            switch self {
            case .keyNotFound(let key, let context): (context, key, "missing")
            case .dataCorrupted(let context):
                (
                    context, nil,
                    context.codingPath.last?.stringValue == "due_date"
                        ? "the value is not a date such as 2026-01-31" : "the value is invalid"
                )
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context, nil, "the value has the wrong type")
            @unknown default: (Context(codingPath: [], debugDescription: ""), nil, "")
            }
        let path = (context.codingPath + [key].compactMap(\.self)).map { key in
            key.intValue.map { String($0) } ?? key.stringValue
        }
        return (path.joined(separator: "."), path.isEmpty ? "the content is not a JSON object" : text)
    }
}
