package import FailureKit
package import TagRegistry
package import TextKit

extension RegistryError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .unknownBatch: "`tapctl batch list` shows all; `tapctl batch new` makes one"
        case .batchExists: "choose another name, or go on with it: `tapctl batch run \(found.shellWord)`"
        case .unknownRow, .unknownSeat: "`tapctl batch status` shows the rows"
        case .seatUnclear: "say which with --batch"
        case .unknownTag: "`tapctl tag which` tells what is known of a tag at the reader"
        case .unknownDestination, .notManaged: "`tapctl managed list` shows all"
        case .noAudit: "begin one, without --continue or --report"
        case .noSeats: "`tapctl batch list` shows what there is; `tapctl batch new` plans seats"
        case .tagPlaced: "`tapctl tag which` tells where it belongs; take another tag"
        case .placeTaken, .rowTaken: "`tapctl tag replace` gives a seat another tag"
        case .nothingToUndo: "`tapctl batch status` shows how far it is"
        case .locked: "a locked tag keeps its URL; give its seat another with `tapctl tag replace`"
        case .seatRevoked: "`tapctl managed replace --seat \(found.shellWord)` gives it another id"
        case .batchInUse, .doubledPlace, .invalidName, .invalidSeat, .invalidURL, .tooManyRows, .otherSecret,
            .revoked:
            remedy
        }
    }
}

extension BatchRefusal: CommandRemedied {
    package var commandRemedy: String { "correct them and give the command again" }
}

extension BatchProblem {
    /// What is wrong, and what helps.
    var sentence: String { help.map { "\(words); \($0.words)" } ?? words }
}

extension BatchProblem.Help {
    fileprivate var words: String {
        switch self {
        case .organizations: "`tapctl org list` shows all"
        case .funds(let organization): "`tapctl fund list --org \(organization)` shows all"
        case .table: "a table (--csv) lists any seats"
        case .askForMirror: "write it without, and add --mirror"
        case .noMirror: "leave --mirror out"
        case .noMirrorOrManaged: "leave --mirror or --managed out"
        }
    }
}

extension BatchNote {
    /// The note in half a sentence, with the command that helps.
    var sentence: String {
        switch self {
        case .notPayable(let organization):
            "\(organization) cannot be paid yet: `tapctl org onboard \(organization)`"
        case .words(let words): words
        }
    }
}
