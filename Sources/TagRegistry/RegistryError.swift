public import FailureKit

/// Why the registry cannot do what was asked.
public struct RegistryError: Failure, Hashable, Sendable {
    /// The stable names that programs compare.
    public enum Code: String, Sendable, CaseIterable {
        // What was named is not there, or is there already.
        case unknownBatch, batchExists, batchInUse, unknownRow, unknownSeat, seatUnclear, unknownTag,
            unknownDestination, noAudit, noSeats
        // One tag, one place.
        case doubledPlace, tagPlaced, placeTaken, rowTaken
        // What a job asks for.
        case invalidName, invalidSeat, invalidURL, tooManyRows
        // The state does not allow it.
        case nothingToUndo, locked, revoked, seatRevoked, notManaged, otherSecret
    }

    /// What happened.
    public var code: Code
    /// What was asked for.
    public var found: String
    /// What would have been right, or what is there instead; may be empty.
    public var wanted: String

    /// An error of this code.
    public init(_ code: Code, _ found: String = "", wanted: String = "") {
        self.code = code
        self.found = found
        self.wanted = wanted
    }

    /// The stable error code.
    public var failureCode: String { code.rawValue }

    /// The kind of failure.
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
        case .unknownBatch: "no batch is called \"\(found)\""
        case .batchExists: "there is a batch \"\(found)\" already"
        case .batchInUse: "the batch \"\(found)\" has tags"
        case .unknownRow: "there is no row \(found)"
        case .unknownSeat: "no seat is called \"\(found)\""
        case .seatUnclear: "several batches have a seat \"\(found)\""
        case .unknownTag: "the tag \(found) is not registered"
        case .unknownDestination: "no managed tag has the id \"\(found)\""
        case .noAudit: "there was no walk\(found.isEmpty ? "" : " through the seats of \(found)") yet"
        case .noSeats: "there are no seats\(found.isEmpty ? "" : " of \(found)") to walk through"
        case .doubledPlace: "the seat \"\(found)\" appears twice in the batch"
        case .tagPlaced: "the tag \(found) has another place"
        case .placeTaken: "another tag has the place of \(found)"
        case .rowTaken: "the row \(found) is another tag's"
        case .invalidName: "\"\(found)\" is no name of a batch"
        case .invalidSeat: "\"\(found)\" is no name of a seat"
        case .invalidURL: "a tag cannot lead to \"\(found)\""
        case .tooManyRows: "\(found) rows are more than a batch holds"
        case .nothingToUndo: "the batch \"\(found)\" has no tag to take back"
        case .locked: "the tag \(found) is permanently locked"
        case .revoked: "the managed tag \(found) was withdrawn"
        case .seatRevoked: "the id of the seat \"\(found)\" was withdrawn: a tag with it leads nowhere"
        case .otherSecret: "this is not the secret of the batch \"\(found)\""
        case .notManaged: "the seat \"\(found)\" has no managed tag"
        }
    }

    /// The reason, or the value found instead; may be empty.
    public var reason: String { wanted }

    /// The step to take next.
    public var remedy: String {
        switch code {
        case .unknownBatch: "list what there is, or make one"
        case .batchExists: "choose another name, or go on with it"
        case .batchInUse: "a batch can be removed before its first tag only"
        case .unknownRow, .unknownSeat: "look at the rows of the batch"
        case .seatUnclear: "say which"
        case .unknownTag: "hold the tag to the reader and look what is known of it"
        case .unknownDestination, .notManaged: "list what there is"
        case .noAudit: "begin one"
        case .noSeats: "list what there is, or plan seats"
        case .doubledPlace: "give every seat a name of its own"
        case .tagPlaced: "look where it belongs, and take another tag"
        case .placeTaken, .rowTaken: "replace the tag of the seat"
        case .invalidName: "take 1 to 64 characters, none of them invisible, and no \"/\""
        case .invalidSeat: "take 1 to 64 characters, none of them invisible"
        case .invalidURL: "give a URL that begins with https://"
        case .tooManyRows: "make several batches of at most \(BatchRow.most) rows"
        case .nothingToUndo: "look how far it is"
        case .locked: "a locked tag keeps its URL; give its seat another"
        case .otherSecret: "give the file with which its first tags were written"
        case .seatRevoked: "give the seat another id"
        case .revoked: "a withdrawn id is never used again"
        }
    }
}
