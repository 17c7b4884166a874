import DatabaseKit
import Foundation
import TextKit
import TimeKit

/// The columns of a recorded tap's row. The encoding is compact, because anyone can create taps.
struct StoredSeenTap: Hashable, Sendable {
    /// Whether the tap is a replay of an earlier one.
    var isReplay: Bool
    var uid: Data?
    /// The chip's 24-bit counter minus 2^23, which SQLite stores in three bytes. For a verified message, 2^24
    /// is subtracted as well, so that its counter is below all mirrored counters. Nil if the tap has no
    /// counter or no evidence, or if its counter exceeds 24 bits.
    var counter: Int64?
    var tagID: String?
    /// The complete tap as a document. Nil if the tap can be restored from its id and the other columns.
    var body: Data?

    /// The lowest value of the `counter` column for a tap with mirrored data.
    static let firstOfMirrors: Int64 = -(1 << 23)
    private static let firstOfMessages: Int64 = firstOfMirrors - (1 << 24)
}

extension StoredSeenTap {
    init(_ tap: SeenTap) throws {
        isReplay = tap.isReplay
        uid = tap.uid.flatMap { Hex.bytes(of: $0) }.map { Data($0) }
        if let counter = tap.counter, counter < 1 << 24 {
            switch tap.evidence {
            case .none: break
            case .mirror: self.counter = Self.firstOfMirrors + Int64(counter)
            case .sun: self.counter = Self.firstOfMessages + Int64(counter)
            }
        }
        tagID = tap.tagID
        let isTimed = TimedRows.seenTaps.second(of: tap.id) == tap.time.seconds
        guard try !isTimed || self.tap(id: tap.id) != tap else { return }
        body = try DocumentCoder.encode(tap)
    }

    /// Returns the tap, or nil if the row has no `body` and `id` is missing or malformed.
    ///
    /// - Parameter id: The tap's id. It is ignored if `body` contains the complete tap.
    func tap(id: String?) throws -> SeenTap? {
        if let body { return try DocumentCoder.decode(SeenTap.self, from: body) }
        guard let id, let second = TimedRows.seenTaps.second(of: id) else { return nil }
        let isMirror = counter.map { $0 >= Self.firstOfMirrors } ?? true
        let first = isMirror ? Self.firstOfMirrors : Self.firstOfMessages
        var tap = SeenTap(
            id: id, uid: uid.map { Hex.upper($0) }, tagID: tagID,
            evidence: uid == nil ? .none : isMirror ? .mirror : .sun,
            counter: counter.flatMap { UInt32(exactly: $0 - first) }, time: Timestamp(seconds: second))
        tap.isReplay = isReplay
        return tap
    }
}

extension TimedRows {
    static let seenTaps = TimedRows("seen_tap", prefix: "tap")
}
