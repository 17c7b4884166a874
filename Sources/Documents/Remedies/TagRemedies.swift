import FailureKit
import TagDumps
package import TagKit
package import TagSecurity

extension TagError: CommandRemedied {
    package var commandRemedy: String {
        // For the file of a simulated tag, the help comes from the error of its dump format.
        let words = help?.words ?? (underlying as? DumpError)?.help?.words ?? remedy
        return forcing.map { "\(words); --force \($0.words)" } ?? words
    }
}

extension TagError.Help {
    fileprivate var words: String {
        switch self {
        case .format: "`tapctl tag format` writes its capability container, which can never be changed"
        case .read: "`tapctl tag read` shows it"
        case .overwrite: "`tapctl tag read` shows it; --overwrite replaces it"
        case .write: "write the tag first: `tapctl tag write`"
        case .writeWithKey: "`tapctl tag write --sun` writes an NTAG 424 DNA with the secret that protects it"
        case .changeMirror:
            "--mirror off turns it off and writes; --mirror uid or both puts it into the URL's m"
        case .unprotect: "`tapctl tag unprotect` removes it with the secret that set it"
        case .unprotectFirst: "remove it first: `tapctl tag unprotect`"
        case .lock: "use an NTAG213, 215 or 216, or lock it permanently: `tapctl tag lock`"
        case .listReaders: "plug it in; `tapctl reader list` shows the connected readers"
        case .checkCable:
            "check the cable and that the board is switched to HSU (UART); `tapctl reader list` shows readers"
        case .waitLonger: "put a tag on the reader; `--wait SECONDS` waits longer"
        case .nameTrace: "use a file that `--trace` created"
        case .recordAgain: "use a file that `--trace` created, or record it again"
        case .otherTracePath: "use another path for --trace"
        case .makeRoomForTrace: "free some space, or use another path for --trace"
        case .makeTag(let path): "create a tag with `tapctl sim tag new \(path) --type NTAG213`"
        case .makeTags(let folder):
            "create some with `tapctl sim tag new \(folder)/tag.nfc --type NTAG213 --count 3`"
        case .makeTagFile:
            "virtual tags are stored only in Flipper's .nfc format: create one with `tapctl sim tag new`"
        case .readWholeTag:
            "read the tag again with all its keys, or create a new one with `tapctl sim tag new`"
        }
    }
}

extension TagError.Forcing {
    fileprivate var words: String {
        switch self {
        case .anyway: "writes it anyway"
        case .namedArea: "writes the data area that its capability container describes"
        }
    }
}

extension NDEFError: CommandRemedied {
    package var commandRemedy: String { remedy }
}

extension SecurityError: CommandRemedied {
    package var commandRemedy: String { remedy }
}
