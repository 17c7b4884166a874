import Documents
import FailureKit

/// The key that opens a processor: it stands in a file or in the environment, never in a command.
enum ProcessorKey {
    static let variable = "TAPCTL_PROCESSOR_KEY"
    /// Octets that a file with a key may have.
    private static let longestFile = 4_096

    /// The key of a file, `-` for standard input; else that of the environment; nil where there is none.
    ///
    /// - Throws: exit 77 for a live key, 78 for what is no key of the test mode; neither shows it.
    static func find(in file: String?) throws -> String? {
        try LiveKeys.refuse()
        let text: String
        let place: String
        if let file {
            text = String(decoding: try Input.read(file, limit: longestFile), as: UTF8.self)
            place = file == "-" ? "standard input" : file
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
                .configuration, code: "notATestKey", "\(place) holds no key of the test mode",
                reason: "such a key begins with sk_test_ or rk_test_",
                remedy: "put one there, alone on its line")
        }
        return key
    }
}

extension String {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        let front = drop(while: \.isWhitespace)
        return String(front.reversed().drop(while: \.isWhitespace).reversed())
    }
}
