import FailureKit
package import TagRegistry
import TextKit

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
    /// The problem, with the command or option that helps.
    package var sentence: String { help.map { "\(words); \($0.words)" } ?? words }
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
    /// The note, with the command that helps.
    package var sentence: String {
        switch self {
        case .notPayable(let organization):
            "\(organization) cannot be paid yet: `tapctl org onboard \(organization)`"
        case .words(let words): words
        }
    }
}

extension AuditWalk {
    /// The next steps, with their commands.
    package var reportedSteps: [AuditStep] { steps { $0.sentence } }
}

extension AuditRemedy {
    /// The step, with its command.
    package var sentence: String {
        switch self {
        case .words(let words): words
        case .both(let first, let second): "\(first.sentence); \(second.sentence)"
        case .rewrite(let seat): "`\(seat.command)` writes it anew: hold this same tag"
        case .exchange(let seat): "take it off, and give the seat another tag: `\(seat.command)`"
        case .findOrExchange(let seat):
            "go there and hold it up; if it is gone, give the seat another: `\(seat.command)`"
        case .write(let batch): "`tapctl batch run \(batch.shellWord)` writes one"
        case .goOn(let batch): "`tapctl batch run \(batch.shellWord)` goes on with it: hold this tag"
        case .giveSeat: "if it is yours, `tapctl batch run` gives it a seat"
        case .history(let canBeErased):
            "`tapctl tag which` shows its history"
                + (canBeErased ? ", and `tapctl tag erase` empties it" : "")
        case .newID(let seat, let batch):
            "`tapctl managed replace --batch \(batch.shellWord) --seat \(seat.shellWord)` gives the seat "
                + "another id, and `tapctl batch run \(batch.shellWord)` another tag"
        case .organizations: "`tapctl org list` shows all"
        case .funds(let organization): "`tapctl fund list --org \(organization.shellWord)` shows all"
        case .reopenFund: "`tapctl fund reopen` opens it, or aim the seat at something else"
        case .closeConfiguration(let batch): "`\(Self.locking(batch))` closes that too: hold this tag"
        case .endLocking(let batch): "`\(Self.locking(batch))` ends it: hold this tag"
        case .endProtecting: "`tapctl tag protect` ends it, with the same secret: hold this tag"
        case .lock(let batch): "`\(Self.locking(batch))` locks it"
        case .lockEach(let batch): "`\(Self.locking(batch))` reads each one once more and locks it"
        }
    }

    private static func locking(_ batch: String?) -> String {
        batch.map { "tapctl batch lock \($0.shellWord)" } ?? "tapctl tag lock"
    }
}

extension AuditRemedy.Seat {
    /// The command that gives the seat another tag, or writes its tag again.
    fileprivate var command: String {
        "tapctl tag replace \(name.shellWord) --batch \(batch.shellWord)"
            + (needsSecret ? " --secret FILE" : "")
    }
}
