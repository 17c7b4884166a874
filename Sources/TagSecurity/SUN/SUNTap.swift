/// A tap that is proved: a tag that has the keys made this code at this counter.
public struct SUNTap: Hashable, Sendable {
    /// 7 bytes.
    public let uid: [UInt8]
    /// How many times the tag was read; each proved tap has another, 24 bits.
    public let counter: UInt32
    /// The deciphered part of the file; nil where the URL has none.
    public let file: [UInt8]?

    /// Whether this tap was seen before: a code is good once.
    ///
    /// Who copies the URL of a tap has a code that stays right for ever; only the counter tells that it is old. So
    /// whoever checks taps keeps the highest counter of each UID and raises it in the same transaction.
    ///
    /// - Parameter highest: The highest counter seen of this UID; nil for the first tap.
    public func isReplay(after highest: UInt32?) -> Bool { highest.map { counter <= $0 } ?? false }
}
