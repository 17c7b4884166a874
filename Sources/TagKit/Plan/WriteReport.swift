/// What was done to a tag.
public struct WriteReport: Hashable, Sendable {
    /// The tag.
    public let uid: [UInt8]
    /// Whether everything was read back and is what it shall be. Never true without reading.
    public let verified: Bool
    /// Page, block or file writes that were sent.
    public let pagesWritten: Int
    /// RF data commands of the whole session, the look and the read-back included; anticollision, select, halt and
    /// RATS are not counted.
    public let commands: Int
}
