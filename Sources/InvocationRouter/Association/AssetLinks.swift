import TextKit

/// What an assetlinks.json file says: which Android apps open links of this domain.
///
/// Source: Google, "Digital Asset Links: statement list"; Android, "Verify Android App Links".
public struct AssetLinks: Hashable, Sendable {
    /// The statements about Android apps, in the order of the file.
    public var statements: [Statement]

    /// One app, and what it may do.
    public struct Statement: Hashable, Sendable {
        /// Where it stands in the file, as `[0]`.
        public let place: String
        /// What it may do.
        public let relations: [String]
        /// The application id, as `giving.tap.app`.
        public let package: String
        /// The SHA-256 fingerprints of its certificates, one of which has to have signed it.
        public let fingerprints: [String]

        /// It opens links of this domain.
        public var handlesURLs: Bool { relations.contains(AssetLinks.handleAllURLs) }
    }

    /// The relation that App Links need.
    static let handleAllURLs = "delegate_permission/common.handle_all_urls"

    /// The statement that lets an app open links of this domain; nil where none does.
    ///
    /// - Parameter fingerprint: That of the certificate that signed it; nil where it is not known. Case is of no
    ///   account.
    public func statement(for package: String, fingerprint: String? = nil) -> Statement? {
        statements.first { statement in
            statement.handlesURLs && statement.package == package
                && (fingerprint.map { wanted in
                    statement.fingerprints.contains { $0.uppercased() == wanted.uppercased() }
                } ?? !statement.fingerprints.isEmpty)
        }
    }

    /// The file that lets an app, signed with one of these certificates, open links of a domain.
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

    /// Whether a text has the form of an application id: two or more names of letters, digits and `_`, each with a
    /// letter first. Source: Android, "Set the application ID".
    public static func isPackage(_ text: String) -> Bool {
        let names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return names.count >= 2
            && names.allSatisfy { name in
                (name.first?.isLetter ?? false)
                    && name.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
            }
    }

    /// Whether a text is 32 bytes in hex, colons between them.
    public static func isFingerprint(_ text: String) -> Bool {
        let bytes = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return bytes.count == 32
            && bytes.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.hexValue != nil } }
    }
}
