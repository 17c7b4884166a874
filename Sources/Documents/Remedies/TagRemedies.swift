import FailureKit
import TagDumps
package import TagKit
package import TagSecurity

extension TagError: CommandRemedied {
    package var commandRemedy: String {
        // If the file of a simulated tag cannot be read, the error of its dump format has the remedy.
        let words = help?.words ?? (underlying as? DumpError)?.help?.words ?? remedy
        return forcing.map { "\(words); --force \($0.words)" } ?? words
    }
}

extension TagError.Help {
    fileprivate var words: String {
        switch self {
        case .format:
            "use `tapctl tag format` to write the capability container, which cannot be changed afterward"
        case .read: "`tapctl tag read` shows the message on the tag"
        case .overwrite: "`tapctl tag read` shows the message on the tag; --overwrite replaces it"
        case .write: "write the tag first: `tapctl tag write`"
        case .writeWithKey:
            "to write an NTAG 424 DNA, use `tapctl tag write --sun --secret FILE`; FILE must contain the secret that protects the tag"
        case .changeMirror:
            "use `tapctl tag write` with --mirror off to switch the mirror off, or with --mirror uid or --mirror both to put the mirrored data into the parameter m"
        case .unprotect:
            "remove the password with `tapctl tag unprotect --secret FILE`; use the secret that protects the tag"
        case .unprotectFirst: "remove the password first with `tapctl tag unprotect`"
        case .lock: "use an NTAG213, 215 or 216, or lock this tag permanently with `tapctl tag lock`"
        case .listReaders: "connect the reader; `tapctl reader list` shows the connected readers"
        case .checkCable:
            "check the cable, and switch the board to HSU (UART); "
                + "`tapctl reader list --serial` then lists the reader"
        case .waitLonger: "put a tag on the reader, or use `--wait SECONDS` to wait longer"
        case .nameTrace: "use a file that `--trace` created"
        case .recordAgain: "use a file that `--trace` created, or record the trace again"
        case .otherTracePath: "use another path for --trace"
        case .makeRoomForTrace: "free some space, or use another path for --trace"
        case .makeTag(let path): "create a tag with `tapctl sim tag new \(path) --type NTAG213`"
        case .makeTags(let folder):
            "create tags with `tapctl sim tag new \(folder)/tag.nfc --type NTAG213 --count 3`"
        case .makeTagFile:
            "use a file in Flipper's .nfc format; `tapctl sim tag new` creates one"
        case .readWholeTag:
            "read the tag again with all its keys, or create a new tag with `tapctl sim tag new`"
        }
    }
}

extension TagError.Forcing {
    fileprivate var words: String {
        switch self {
        case .anyway: "writes the tag anyway"
        case .namedArea: "writes the data area that the tag's capability container describes"
        }
    }
}

extension NDEFError: Remedied {}

extension SecurityError: Remedied {}
