import DataFolderKit
import Documents
import FailureKit

/// The words of a secret on their way to paper, through standard output.
enum SecretPaper {
    /// Writes them, and ends with an error where they could not all be written, also where nobody reads any more: a
    /// person would go on in the belief that there is paper.
    ///
    /// - Parameters:
    ///   - fact: What is the case then.
    ///   - remedy: What to do about it.
    /// - Throws: exit 74.
    static func show(_ text: String, _ fact: String, remedy: String = "give the command again") throws {
        let reason: String
        do {
            return try StandardStream.out.write(text)
        } catch is ClosedPipe {
            reason = "nobody reads the output"
        } catch let error as CommandError {
            reason = error.reason
        }
        throw CommandError(
            .inputOutput, code: "outputFailed", fact, reason: "its words could not be written: \(reason)",
            remedy: remedy)
    }
}
