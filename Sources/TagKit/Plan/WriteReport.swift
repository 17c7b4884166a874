/// What was done to a tag that now holds what it shall: everything was read back and compared.
public struct WriteReport: Hashable, Sendable {
    /// The tag.
    public let uid: [UInt8]
    /// Page, block or file writes that were sent in the whole session, by every plan that it carried out.
    public let pagesWritten: Int
    /// RF data commands of the whole session, the look and the read-back included; anticollision, select, halt and
    /// RATS are not counted.
    public let commands: Int
}
