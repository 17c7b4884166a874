import Contracts
import Documents
import FailureKit
import FileKit
import Glibc
import TokenKit

/// The secret from which the tokens of a data folder's payment links are derived. It is stored in the
/// `links.secret` file (mode 0600).
///
/// The file is in the data folder and is not part of any backup, so a restored folder gets a new secret. The
/// database contains only hashes of the tokens. If the secret is lost, open links still work, but cannot be
/// sent again. Another request for the payment creates a new link.
enum LinkSecret {
    static func exists(in folder: String) -> Bool { access(path(in: folder), F_OK) == 0 }

    private static func path(in folder: String) -> String { folder + "/links.secret" }

    /// Returns the folder's secret. If the file does not exist, creates it with a new secret.
    ///
    /// - Throws: An error with exit code 73 if the secret cannot be created, 77 if other users can read it,
    ///   or 78 if the file does not contain a secret.
    static func open(in folder: String, random: () -> UInt64) throws -> LinkToken {
        let path = path(in: folder)
        if !exists(in: folder) {
            try NewFile.keepSecret(
                LinkToken(random: random).text, at: path, "the secret for payment links",
                remedy: "use --data or TAPCTL_HOME to choose another data folder")
        }
        guard let secret = LinkToken(try Input.secretWord(in: path)) else {
            throw CommandError(
                .configuration, code: "notALinkSecret",
                "\(path) does not contain the secret for payment links",
                reason: "the file is truncated, or contains something else",
                remedy: """
                    move the file to another folder: the next command creates a new secret
                    existing payment links will still work, but they cannot be shown or sent again
                    """)
        }
        return secret
    }

    /// Replaces the folder's secret, so that the tokens of earlier links can no longer be derived.
    ///
    /// - Throws: An error with exit code 73, or 74 if writing fails.
    static func replace(in folder: String, random: () -> UInt64) throws {
        let path = path(in: folder)
        do {
            try AtomicFile.write(
                Array((LinkToken(random: random).text + "\n").utf8), to: path, .replacing, mode: 0o600)
        } catch {
            throw NewFile.notMade(path, error)
        }
    }
}
