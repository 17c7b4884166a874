import DigestKit
import Documents
import FailureKit
import FileKit
import Glibc
import TokenKit

/// The key that encrypts the secrets of second factors, stored in the `factors.key` file (mode 0600).
///
/// The file is in the data folder and is not part of any backup, so a copy of the database alone reveals no
/// secret. If the key is lost, members can sign in with recovery codes, or an operator can remove their
/// factors.
enum FactorKey {
    /// The format of the random text in the file. The key is the SHA-256 hash of this text.
    private typealias Form = SecretToken<LetterToken256>

    /// Returns the folder's key.
    ///
    /// - Parameter isCreated: Whether to create a missing key.
    /// - Returns: The key; nil if the key is missing and was not created.
    /// - Throws: An error with exit code 73 if the key cannot be created, 77 if other users can read it, or
    ///   78 if the file does not contain a key.
    static func open(in folder: String, isCreated: Bool, random: () -> UInt64) throws -> AESGCMKey? {
        let path = folder + "/factors.key"
        if access(path, F_OK) != 0 {
            guard isCreated else { return nil }
            try NewFile.keepSecret(
                Form(random: random).text, at: path, "the key for second factors",
                remedy: "make the data folder writable, or use --data or TAPCTL_HOME to choose another")
        }
        guard let form = Form(try Input.secretWord(in: path)),
            let key = AESGCMKey(SHA256.hash(form.text.utf8))
        else {
            throw CommandError(
                .configuration, code: "notAFactorKey",
                "\(path) does not contain the key for second factors",
                reason: "the file is truncated, or contains something else",
                remedy:
                    "restore the correct file, or move this file to another folder and use `tapctl admin remove-factor` for each staff member"
            )
        }
        return key
    }
}
