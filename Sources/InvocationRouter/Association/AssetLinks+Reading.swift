import TextKit

extension AssetLinks {
    /// Reads a file and says what is wrong with it; what can be read is there in any case.
    ///
    /// Statements about websites are passed over; `include` is not followed.
    public static func read(_ octets: [UInt8]) -> (links: AssetLinks, findings: [SiteFinding]) {
        var reader = SiteReader()
        var links = AssetLinks(statements: [])
        guard let tree = reader.tree(octets), let entries = reader.list(tree, at: "") else {
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
