import TextKit

/// The content of an assetlinks.json file: the permissions that a domain gives to Android apps, such as the
/// permission to open its links.
///
/// Source: Google, "Digital Asset Links: statement list"; Android, "Verify Android App Links".
public struct AssetLinks: Hashable, Sendable {
    /// The statements about Android apps, in the order of the file.
    public var statements: [Statement]

    /// A statement that gives permissions to an Android app.
    public struct Statement: Hashable, Sendable {
        /// The statement's position in the file, such as `[0]`.
        public let place: String
        /// The permissions (relations) that the app gets.
        let relations: [String]
        /// The app's application id, such as `giving.tap.app`.
        public let package: String
        /// The SHA-256 fingerprints of signing certificates. The statement applies only to an app that is
        /// signed with one of these certificates.
        public let fingerprints: [String]

        /// Whether the statement permits the app to open links of this domain.
        public var handlesURLs: Bool { relations.contains(AssetLinks.handleAllURLs) }
    }

    /// The relation that permits an app to open links of a domain (App Links).
    static let handleAllURLs = "delegate_permission/common.handle_all_urls"

    /// Returns the first statement that permits an app to open links of this domain, or nil.
    ///
    /// - Parameters:
    ///   - package: The app's package name.
    ///   - fingerprint: The SHA-256 fingerprint of the app's signing certificate, in upper or lower case. If
    ///     nil, the fingerprints are not compared, but the statement must have at least one.
    public func statement(for package: String, fingerprint: String? = nil) -> Statement? {
        statements.first { statement in
            statement.handlesURLs && statement.package == package
                && (fingerprint.map { wanted in
                    statement.fingerprints.contains { $0.uppercased() == wanted.uppercased() }
                } ?? !statement.fingerprints.isEmpty)
        }
    }

    /// Returns the text of an assetlinks.json file. The file permits an app to open links of a domain if the
    /// app is signed with one of the given certificates.
    public static func text(package: String, fingerprints: [String]) -> String {
        let statement: JSONTree = [
            "relation": [.string(handleAllURLs)],
            "target": [
                "namespace": "android_app", "package_name": .string(package),
                "sha256_cert_fingerprints": .array(fingerprints.map(JSONTree.string)),
            ],
        ]
        return JSONTree.array([statement]).text
    }

    /// Returns whether a text is a valid application id: two or more names, separated by dots. Each name
    /// begins with a letter and contains only letters, digits and `_`.
    ///
    /// Source: Android, "Set the application ID".
    public static func isPackage(_ text: String) -> Bool {
        let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return names.count >= 2
            && names.allSatisfy { name in
                (name.first?.isLetter ?? false)
                    && name.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
            }
    }

    /// Returns whether a text is a SHA-256 fingerprint: 32 bytes in hexadecimal, separated by colons.
    public static func isFingerprint(_ text: String) -> Bool {
        let bytes = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return bytes.count == 32
            && bytes.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.hexValue != nil } }
    }

    /// Reads an assetlinks.json file and reports its problems. If there are problems, the result contains the
    /// statements that could be read.
    ///
    /// Statements about websites are skipped, and files that `include` refers to are not read.
    public static func read(_ bytes: [UInt8]) -> (links: AssetLinks, findings: [SiteFinding]) {
        var reader = SiteReader()
        var links = AssetLinks(statements: [])
        guard let tree = reader.tree(bytes), let entries = reader.list(tree, at: "") else {
            return (links, reader.findings)
        }
        for (index, entry) in entries.enumerated() {
            if let statement = reader.statement(entry, at: "[\(index)]") {
                links.statements.append(statement)
            }
        }
        if !links.statements.contains(where: \.handlesURLs) { reader.note(.notHandlingURLs, at: "") }
        return (links, reader.findings)
    }
}

extension SiteReader {
    fileprivate mutating func statement(_ tree: JSONTree, at path: String) -> AssetLinks.Statement? {
        let known: Set = ["relation", "target", "include", "relation_extensions"]
        guard let members = object(tree, at: path, known: known) else { return nil }
        if members["include"] != nil { return nil }
        let relations = required("relation", of: members, at: path).flatMap {
            strings($0, at: "\(path).relation")
        }
        let targetPath = "\(path).target"
        let targetKeys: Set = ["namespace", "package_name", "sha256_cert_fingerprints", "site"]
        guard
            let target = required("target", of: members, at: path).flatMap({
                object($0, at: targetPath, known: targetKeys)
            }), let namespace = text("namespace", of: target, at: targetPath), namespace == "android_app"
        else {
            return nil
        }
        let package = text("package_name", of: target, at: targetPath)
        if let package, !AssetLinks.isPackage(package) {
            note(.malformedPackage, at: "\(targetPath).package_name", package)
        }
        let key = "sha256_cert_fingerprints"
        let fingerprints = required(key, of: target, at: targetPath)
            .flatMap { strings($0, at: "\(targetPath).\(key)") }
        for (index, text) in (fingerprints ?? []).enumerated() {
            check(fingerprint: text, at: "\(targetPath).\(key)[\(index)]")
        }
        if fingerprints?.isEmpty ?? false { note(.emptyList, at: "\(targetPath).\(key)") }
        guard let package, let relations, let fingerprints else { return nil }
        return AssetLinks.Statement(
            place: path, relations: relations, package: package, fingerprints: fingerprints)
    }

    private mutating func check(fingerprint text: String, at path: String) {
        if !AssetLinks.isFingerprint(text) {
            note(.malformedFingerprint, at: path, text)
        } else if text.utf8.contains(where: { (0x61...0x7A).contains($0) }) {
            note(.lowercaseFingerprint, at: path)
        }
    }

    private mutating func required(
        _ key: String, of members: [String: JSONTree], at path: String
    ) -> JSONTree? {
        if members[key] == nil { note(.missingKey, at: path, key) }
        return members[key]
    }

    private mutating func text(_ key: String, of members: [String: JSONTree], at path: String) -> String? {
        required(key, of: members, at: path).flatMap { string($0, at: "\(path).\(key)") }
    }
}
