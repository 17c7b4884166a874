extension BatchSecret {
    /// The five keys of an NTAG 424 DNA's application, by their numbers.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §8.2.2; which number does what is this package's choice.
    public enum NTAG424KeyNumber: UInt8, Hashable, Sendable, CaseIterable {
        /// Changes keys and file settings.
        case master = 0
        /// Makes the code of a tap.
        case fileRead = 1
        /// Opens who the tag is; the same for all tags of a batch.
        case metaRead = 2
        /// Not used; changed all the same, because its factory value is known to everybody.
        case spare3 = 3
        /// As the one before.
        case spare4 = 4
    }

    /// One key of one tag: 16 bytes of HMAC-SHA-256, by number and UID.
    ///
    /// The meta-read key alone does not depend on the UID, since it is needed to learn the UID.
    public func ntag424Key(_ number: NTAG424KeyNumber, uid: [UInt8]) -> AESKey {
        if number == .metaRead { return ntag424MetaReadKey }
        return AESKey(checked: Array(derive("tapctl ntag424 key v1", [[number.rawValue], uid]).prefix(16)))
    }

    /// The key that opens PICCData of every tag of the batch.
    public var ntag424MetaReadKey: AESKey {
        AESKey(checked: Array(derive("tapctl ntag424 meta read v1", []).prefix(16)))
    }
}
