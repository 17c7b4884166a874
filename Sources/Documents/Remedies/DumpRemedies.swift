import FailureKit
package import TagDumps

extension DumpError: CommandRemedied {
    package var commandRemedy: String { help?.words ?? remedy }
}

extension DumpError.Help {
    var words: String {
        switch self {
        case .check: "take the format `nfc`; `tapctl dump check` says what is wrong with the tag"
        case .convert(let path): "`tapctl dump convert \(path) -o tag.nfc` makes one"
        case .restore: "`tapctl tag restore` writes the message onto a tag without it"
        case .readOrScan: "read the tag with `tapctl tag dump`, or choose the full scan in TagInfo"
        case .readOrReport: "export TagInfo's report as text, or read the tag with `tapctl tag dump`"
        }
    }
}

extension DumpFinding {
    /// The command or the step that fixes the finding.
    package var commandRemedy: String {
        switch code {
        case .padded: "nothing; `tapctl dump convert` leaves the zeros out"
        case .containerWrong: "a tag is made ready with `tapctl tag format`; page 3 cannot be undone"
        case .staleData: "`tapctl tag erase --wipe` zeroes what is left on the tag"
        default: remedy
        }
    }
}
