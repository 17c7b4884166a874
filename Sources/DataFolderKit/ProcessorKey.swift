import Documents
import FailureKit

/// The secret key for a processor's API. The key is read from a file or from the environment, never from an
/// argument.
enum ProcessorKey {
    static let variable = "TAPCTL_PROCESSOR_KEY"
    /// The maximum size of a key file in bytes.
    private static let longestFile = 4_096

    /// Returns the key in a file or, if `file` is nil, in the environment. Returns nil if `file` is nil and
    /// the environment does not contain a key.
    ///
    /// - Parameter file: The path of the file; `-` means standard input.
    /// - Throws: An error with exit code 77 for a live key, or 78 for any text other than a test key. Also
    ///   throws the errors of ``Input/readPrivate(_:limit:)``. The errors never contain the key.
    static func find(in file: String?) throws -> String? {
        try LiveKeys.refuse()
        let text: String
        let place: String
        if let file {
            text = String(decoding: try Input.readPrivate(file, limit: longestFile), as: UTF8.self)
            place = Input.name(of: file)
        } else {
            text = environmentVariable(variable, default: "")
            place = variable
            if text.isEmpty { return nil }
        }
        let key = text.trimmed
        try LiveKeys.refuse(key, in: place)
        guard key.hasPrefix("sk_test_") || key.hasPrefix("rk_test_"), !key.contains(where: \.isWhitespace)
        else {
            throw CommandError(
                .configuration, code: "notATestKey", "\(place) does not contain a test key",
                reason: "a test key begins with sk_test_ or rk_test_, and contains no spaces",
                remedy: "enter a test key and nothing else")
        }
        return key
    }
}

extension StringProtocol {
    /// The text without white space at its beginning and end.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
