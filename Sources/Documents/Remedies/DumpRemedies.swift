import FailureKit
package import TagDumps

extension DumpError: CommandRemedied {
    package var commandRemedy: String { help?.words ?? remedy }
}

extension DumpError.Help {
    var words: String {
        switch self {
        case .check: "use the format `nfc`; `tapctl dump check` shows what is wrong with the tag"
        case .convert(let path): "`tapctl dump convert \(path) -o tag.nfc` creates one"
        case .restore: "`tapctl tag restore` writes the message to a tag that has lost it"
        case .readOrScan: "read the tag with `tapctl tag dump`, or choose the full scan in TagInfo"
        case .readOrReport: "export TagInfo's report as text, or read the tag with `tapctl tag dump`"
        }
    }
}

extension DumpFinding {
    /// The command or step that fixes the finding.
    package var commandRemedy: String {
        switch code {
        case .padded: "nothing; `tapctl dump convert` omits the zeros"
        case .containerWrong: "`tapctl tag format` prepares a tag; page 3 cannot be changed back"
        case .staleData: "`tapctl tag erase --wipe` overwrites the rest of the tag with zeros"
        default: remedy
        }
    }
}
