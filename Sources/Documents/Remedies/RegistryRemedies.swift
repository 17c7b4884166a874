import FailureKit
package import TagRegistry
import TextKit

extension RegistryError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .unknownBatch: "`tapctl batch list` shows all batches; `tapctl batch new` creates one"
        case .batchExists:
            "choose another name, or continue the existing batch: `tapctl batch run \(found.shellWord)`"
        case .unknownRow, .unknownSeat: "`tapctl batch export BATCH` lists all seats"
        case .seatUnclear: "add --batch with the name of the seat's batch"
        case .unknownTag: "use `tapctl tag which` to see the registered data of a tag on the reader"
        case .unknownDestination, .notManaged: "`tapctl managed list` shows all managed tags"
        case .noAudit: "start an audit first: run `tapctl audit` without --continue or --report"
        case .noSeats: "`tapctl batch list` shows all batches; `tapctl batch new` plans seats"
        case .tagPlaced: "use another tag; `tapctl tag which` shows the seat of this tag"
        case .placeTaken, .rowTaken: "`tapctl tag replace` assigns another tag to a seat"
        case .nothingToUndo: "`tapctl batch status` shows the batch's progress"
        case .locked: "use `tapctl tag replace` to assign another tag to the seat: a locked tag keeps its URL"
        case .seatRevoked: "`tapctl managed replace --seat \(found.shellWord)` assigns a new id"
        case .batchInUse, .doubledPlace, .invalidName, .invalidSeat, .invalidURL, .tooManyRows, .otherSecret,
            .revoked:
            remedy
        }
    }
}

extension BatchRefusal: CommandRemedied {
    package var commandRemedy: String { "correct all problems and run the command again" }
}

extension BatchProblem {
    /// The problem, followed by the command or option that resolves it, if there is one.
    package var sentence: String { help.map { "\(words); \($0.words)" } ?? words }
}

extension BatchProblem.Help {
    fileprivate var words: String {
        switch self {
        case .organizations: "`tapctl org list` shows all organizations"
        case .funds(let organization): "`tapctl fund list --org \(organization)` shows all funds"
        case .table: "or use a table (--csv) to plan other seats"
        case .askForMirror: "remove the parameter m from the URL, and add --mirror"
        case .noMirror: "omit --mirror"
        case .noMirrorOrManaged: "omit --mirror or --managed"
        }
    }
}

extension BatchNote {
    /// The note as a sentence, with the command to run, if there is one.
    package var sentence: String {
        switch self {
        case .notPayable(let organization):
            "\(organization) cannot be paid yet: run `tapctl org onboard \(organization)`"
        case .words(let words): words
        }
    }
}

extension AuditWalk {
    /// The next steps after the audit. Each is a sentence with the command to run, if there is one.
    package var reportedSteps: [AuditStep] { steps { $0.sentence } }
}

extension AuditRemedy {
    /// The next step as a sentence with the command to run, if there is one.
    package var sentence: String {
        switch self {
        case .words(let words): words
        case .both(let first, let second): "\(first.sentence); \(second.sentence)"
        case .rewrite(let seat): "put the same tag on the reader and run `\(seat.command)` to rewrite it"
        case .exchange(let seat): "remove this tag, and assign another tag to the seat: `\(seat.command)`"
        case .findOrExchange(let seat):
            "scan the tag at its seat; if it is missing, assign another tag to the seat: `\(seat.command)`"
        case .write(let batch): "use `tapctl batch run \(batch.shellWord)` to write a tag for the seat"
        case .goOn(let batch):
            "put this tag on the reader and run `tapctl batch run \(batch.shellWord)` to continue"
        case .giveSeat: "if the tag is yours, use `tapctl batch run` to assign a seat to it"
        case .history(let canBeErased):
            "`tapctl tag which` shows the history of the tag"
                + (canBeErased ? ", and `tapctl tag erase` empties the tag" : "")
        case .newID(let seat, let batch):
            "`tapctl managed replace --batch \(batch.shellWord) --seat \(seat.shellWord)` assigns a new id "
                + "to the seat, and `tapctl batch run \(batch.shellWord)` writes a new tag"
        case .organizations: "`tapctl org list` shows all organizations"
        case .funds(let organization): "`tapctl fund list --org \(organization.shellWord)` shows all funds"
        case .reopenFund:
            "reopen the fund with `tapctl fund reopen`, or choose another destination for the seat"
        case .closeConfiguration(let batch):
            "put this tag on the reader and run `\(Self.locking(batch))` to lock its configuration too"
        case .endLocking(let batch):
            "put this tag on the reader and run `\(Self.locking(batch))` to finish locking"
        case .endProtecting:
            "put this tag on the reader and run `tapctl tag protect` with the same secret to finish"
        case .lock(let batch): "use `\(Self.locking(batch))` to lock the tag"
        case .lockEach(let batch): "use `\(Self.locking(batch))` to read each tag again and lock it"
        }
    }

    private static func locking(_ batch: String?) -> String {
        batch.map { "tapctl batch lock \($0.shellWord)" } ?? "tapctl tag lock"
    }
}

extension AuditRemedy.Seat {
    /// The command that assigns another tag to the seat or rewrites the current tag.
    fileprivate var command: String {
        "tapctl tag replace \(name.shellWord) --batch \(batch.shellWord)"
            + (needsSecret ? " --secret FILE" : "")
    }
}
