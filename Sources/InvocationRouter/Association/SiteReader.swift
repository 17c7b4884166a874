import TextKit

/// A reader for the JSON values in an association file. It collects findings about these values.
///
/// Reading continues after a finding. All findings are reported together.
struct SiteReader {
    private(set) var findings: [SiteFinding] = []
    /// The number of tokens that remain available for patterns in this file. A variable in a pattern uses
    /// tokens for all of its strings.
    private var tokensLeft = 1 << 16

    /// The maximum size in bytes of a file that Apple's devices accept: 128 KiB, uncompressed (since iOS
    /// 9.3.1).
    static let byteLimit = 128 << 10

    mutating func note(_ code: SiteFinding.Code, at path: String, _ detail: String = "") {
        findings.append(SiteFinding(code, at: path, detail))
    }

    /// Parses the JSON text of a file. If the text is not JSON, adds a finding and returns nil. If the file
    /// is too large for devices, adds a finding and parses it anyway.
    mutating func tree(_ bytes: [UInt8]) -> JSONTree? {
        if bytes.count > Self.byteLimit { note(.tooLarge, at: "", String(bytes.count)) }
        do {
            return try JSONTree(bytes)
        } catch {
            note(.malformedJSON, at: "", "line \(error.line): \(error.summary)")
            return nil
        }
    }

    /// Returns the members of an object, keyed by name. If the value is not an object, adds a finding and
    /// returns nil.
    ///
    /// If a key is repeated, adds a finding and uses the last value. Also adds a finding for each key that is
    /// not in `known`. If `known` is nil, every key is allowed.
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

    /// Returns the strings in a list. If the value is not a list, adds a finding and returns nil. Elements
    /// that are not strings are skipped, with findings.
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

    /// Returns a Boolean value. Returns nil if the value is missing. If the value is not a Boolean, adds a
    /// finding and returns nil.
    mutating func bool(_ tree: JSONTree?, at path: String) -> Bool? {
        guard let tree else { return nil }
        if case .bool(let value) = tree { return value }
        note(.wrongType, at: path, "true or false, not \(tree.kind)")
        return nil
    }

    /// Returns the app identifiers in a list, including malformed ones; empty if the value is not a list.
    /// Adds findings for malformed identifiers and for an empty list.
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

    /// Parses a pattern. If the pattern is invalid or has more tokens than the file's limit still allows,
    /// adds a finding and returns nil. After the limit is used up, returns nil without another finding.
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

    /// Subtracts a number of tokens from the file's limit. Returns `false` if too few remain. In that case,
    /// adds a finding, unless the limit was already used up.
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
