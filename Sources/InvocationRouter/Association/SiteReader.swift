import TextKit

/// Reads an association file key by key, and collects its problems.
///
/// Reading continues after a finding, so that all findings are reported together.
struct SiteReader {
    private(set) var findings: [SiteFinding] = []
    /// The maximum number of tokens of all remaining patterns in the file, after variables are expanded.
    private var tokensLeft = 1 << 16

    /// The maximum size of a file that Apple's devices accept: 128 KiB, uncompressed (since iOS 9.3.1).
    static let byteLimit = 128 << 10

    mutating func note(_ code: SiteFinding.Code, at path: String, _ detail: String = "") {
        findings.append(SiteFinding(code, at: path, detail))
    }

    /// Parses the JSON text of a file; nil, with a finding, if it is not valid.
    mutating func tree(_ bytes: [UInt8]) -> JSONTree? {
        if bytes.count > Self.byteLimit { note(.tooLarge, at: "", String(bytes.count)) }
        do {
            return try JSONTree(bytes)
        } catch {
            note(.malformedJSON, at: "", "line \(error.line): \(error.summary)")
            return nil
        }
    }

    /// Returns the values of an object by key. If a key is repeated, its last value is used. Reports keys that are
    /// not in `known`; nil allows every key.
    mutating func object(_ tree: JSONTree, at path: String, known: Set<String>?) -> [String: JSONTree]? {
        guard case .object(let members) = tree else {
            note(.wrongType, at: path, "an object, not \(tree.kind)")
            return nil
        }
        var values: [String: JSONTree] = [:]
        for member in members {
            if values.updateValue(member.value, forKey: member.key) != nil {
                note(.duplicateKey, at: path, member.key)
            } else if let known, !known.contains(member.key) {
                note(.unknownKey, at: path, member.key)
            }
        }
        return values
    }

    mutating func list(_ tree: JSONTree, at path: String) -> [JSONTree]? {
        guard case .array(let elements) = tree else {
            note(.wrongType, at: path, "a list, not \(tree.kind)")
            return nil
        }
        return elements
    }

    /// Returns the strings of a list; elements of a different type are reported and skipped.
    mutating func strings(_ tree: JSONTree, at path: String) -> [String]? {
        guard let elements = list(tree, at: path) else { return nil }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            if let text = string(element, at: "\(path)[\(index)]") { strings.append(text) }
        }
        return strings
    }

    mutating func string(_ tree: JSONTree, at path: String) -> String? {
        if case .string(let text) = tree { return text }
        note(.wrongType, at: path, "a string, not \(tree.kind)")
        return nil
    }

    /// Reads a Boolean; nil if it is missing or has a different type.
    mutating func bool(_ tree: JSONTree?, at path: String) -> Bool? {
        guard let tree else { return nil }
        if case .bool(let value) = tree { return value }
        note(.wrongType, at: path, "true or false, not \(tree.kind)")
        return nil
    }

    /// Returns the app identifiers of a list.
    mutating func appIDs(_ tree: JSONTree, at path: String) -> [String] {
        guard let ids = strings(tree, at: path) else { return [] }
        if ids.isEmpty { note(.emptyList, at: path) }
        for (index, id) in ids.enumerated() { check(appID: id, at: "\(path)[\(index)]") }
        return ids
    }

    mutating func check(appID id: String, at path: String) {
        if id.contains("*") {
            note(.wildcardAppID, at: path, id)
        } else if AppIdentifier(id) == nil {
            note(.malformedAppID, at: path, id)
        }
    }

    /// Returns a pattern; nil if it cannot be read.
    mutating func pattern(_ text: String, at path: String, _ variables: LinkVariables) -> LinkPattern? {
        guard tokensLeft > 0 else { return nil }
        do {
            let pattern = try LinkPattern(text, variables: variables, tokenLimit: tokensLeft)
            tokensLeft -= pattern.tokens.count
            return pattern
        } catch {
            note(error.code, at: path, error.detail)
            if error.code == .tooComplex { tokensLeft = 0 }
            return nil
        }
    }

    /// Subtracts tokens from the file's limit. If too few remain, reports a finding and returns `false`.
    mutating func spend(tokens count: Int, at path: String) -> Bool {
        guard count > 0 else { return true }
        if count > tokensLeft {
            if tokensLeft > 0 { note(.tooComplex, at: path) }
            tokensLeft = 0
            return false
        }
        tokensLeft -= count
        return true
    }
}
