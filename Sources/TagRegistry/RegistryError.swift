public import FailureKit

/// Why the registry cannot do what was asked.
public struct RegistryError: Failure, Hashable, Sendable {
    /// The stable names that programs compare.
    public enum Code: String, Hashable, Sendable, CaseIterable {
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
}

extension RegistryError {
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
}
