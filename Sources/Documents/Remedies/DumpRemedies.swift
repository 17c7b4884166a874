import FailureKit
package import TagDumps

extension DumpError: CommandRemedied {
    package var commandRemedy: String { help?.words ?? remedy }
}

extension DumpError.Help {
    var words: String {
        switch self {
        case .check: "use the format `nfc`, or run `tapctl dump check` to see what is wrong with the tag"
        case .checkTag: "run `tapctl dump check` to see what is wrong with the tag"
        case .convert(let path): "use `tapctl dump convert \(path) -o tag.nfc` to convert the file"
        case .restore:
            "use `tapctl tag restore` to write the message to a tag instead; the tag already has a UID"
        case .readOrScan: "read the tag with `tapctl tag dump`, or choose the full scan in TagInfo"
        case .readOrReport: "export TagInfo's report as text, or read the tag with `tapctl tag dump`"
        }
    }
}

extension DumpFinding {
    /// The command to run or the next step to take.
    package var commandRemedy: String {
        switch code {
        case .padded: "no action is needed; `tapctl dump convert` omits the extra bytes"
        case .containerWrong: "use `tapctl tag format` to prepare the tag; if that fails, use another tag"
        case .staleData: "use `tapctl tag erase --wipe` to overwrite the rest of the tag with zeros"
        default: remedy
        }
    }
}
