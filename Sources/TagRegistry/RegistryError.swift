public import FailureKit

/// An error for a request that the registry cannot fulfill.
public struct RegistryError: Failure, Hashable, Sendable {
    /// The stable error codes that programs use to distinguish errors.
    public enum Code: String, Sendable, CaseIterable {
        // Names that do not exist, or already exist.
        case unknownBatch, batchExists, batchInUse, unknownRow, unknownSeat, seatUnclear, unknownTag,
            unknownDestination, noAudit, noSeats
        // A tag has one place only.
        case doubledPlace, tagPlaced, placeTaken, rowTaken
        // Invalid input of a job.
        case invalidName, invalidSeat, invalidURL, tooManyRows
        // A state that does not allow the change.
        case nothingToUndo, locked, revoked, seatRevoked, notManaged, otherSecret
    }

    /// The code that identifies the kind of error.
    public var code: Code
    /// The requested name or value that was not accepted. May be empty.
    public var found: String
    /// The correct value, or the value that already exists. May be empty.
    public var wanted: String

    /// Creates an error. `found` is the value that was not accepted, and `wanted` is the correct or existing
    /// value.
    public init(_ code: Code, _ found: String = "", wanted: String = "") {
        self.code = code
        self.found = found
        self.wanted = wanted
    }

    /// The stable code that programs compare.
    public var failureCode: String { code.rawValue }

    /// The error's category, which determines the exit code and the HTTP status.
    public var category: FailureCategory {
        switch code {
        case .unknownBatch, .unknownRow, .unknownSeat, .unknownTag, .unknownDestination, .noAudit,
            .noSeats:
            .notFound
        case .batchExists: .cannotCreate
        case .seatUnclear: .usage
        case .invalidName, .invalidSeat, .invalidURL, .tooManyRows: .malformed
        case .batchInUse, .doubledPlace, .tagPlaced, .placeTaken, .rowTaken, .nothingToUndo,
            .locked, .revoked, .seatRevoked, .notManaged, .otherSecret:
            .refused
        }
    }

    /// A clause that describes the error.
    public var summary: String {
        switch code {
        case .unknownBatch: "there is no batch \"\(found)\""
        case .batchExists: "the batch \"\(found)\" already exists"
        case .batchInUse: "the batch \"\(found)\" already has tags"
        case .unknownRow: "there is no row \(found)"
        case .unknownSeat: "there is no seat \"\(found)\""
        case .seatUnclear: "several batches have a seat \"\(found)\""
        case .unknownTag: "the tag \(found) is not registered"
        case .unknownDestination: "no managed tag has the id \"\(found)\""
        case .noAudit: "the seats\(found.isEmpty ? "" : " of \(found)") have not been audited yet"
        case .noSeats: "\(found.isEmpty ? "there are no seats" : "\(found) has no seats") to audit"
        case .doubledPlace: "the seat \"\(found)\" appears twice in the batch"
        case .tagPlaced: "the tag \(found) belongs to another seat"
        case .placeTaken: "the seat for the tag \(found) already has another tag"
        case .rowTaken: "row \(found) already has another tag"
        case .invalidName: "\"\(found)\" is not a valid batch name"
        case .invalidSeat: "\"\(found)\" is not a valid seat name"
        case .invalidURL: "\"\(found)\" cannot be the destination of a tag"
        case .tooManyRows: "\(found) rows are too many for one batch"
        case .nothingToUndo: "no seat of the batch \"\(found)\" has a tag that could be removed"
        case .locked: "the tag \(found) is permanently locked"
        case .revoked: "the managed tag \(found) was withdrawn"
        case .seatRevoked:
            "the id of the seat \"\(found)\" was withdrawn, so a new tag with this id would not work"
        case .otherSecret: "this is not the secret of the batch \"\(found)\""
        case .notManaged: "the seat \"\(found)\" has no managed tag"
        }
    }

    /// The correct value, or the value that already exists. May be empty.
    public var reason: String { wanted }

    /// A clause that describes the next step. May be empty.
    public var remedy: String {
        switch code {
        case .unknownBatch: "list the batches, or create one"
        case .batchExists: "choose another name, or continue with that batch"
        case .batchInUse: "keep the batch: it can be removed only before its first tag is written"
        case .unknownRow, .unknownSeat: "check the rows of the batch"
        case .seatUnclear: "specify the batch"
        case .unknownTag: "hold the tag to the reader again, and check its UID"
        case .unknownDestination, .notManaged: "list the managed tags"
        case .noAudit: "start an audit"
        case .noSeats: "list the batches, or plan seats"
        case .doubledPlace: "give every seat a unique name"
        case .tagPlaced: "use another tag"
        case .placeTaken, .rowTaken: "replace the tag of the seat"
        case .invalidName: "use 1 to 64 visible characters, without \"/\""
        case .invalidSeat: "use 1 to 64 visible characters"
        case .invalidURL: "use a URL that begins with https://"
        case .tooManyRows: "create several batches of at most \(BatchRow.most) rows"
        case .nothingToUndo: "check the progress of the batch"
        case .locked: "write another tag for this seat: the URL of a locked tag cannot be changed"
        case .otherSecret: "use the secret file that was used for the first tags of the batch"
        case .seatRevoked: "assign another id to the seat"
        case .revoked: "assign a new id to the seat: a withdrawn id is never used again"
        }
    }
}
