/// What a virtual PC/SC reader lets through to its tag besides storage-card commands.
public enum PCSCProfile: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case storageCard
    /// A PN532 that takes its own commands behind `FF 00 00 00`, as the ACR122U.
    case direct
    /// Bytes for the tag behind `FF 00 00 00`, as the ACR1281U; a 4-bit ACK is reported as `63 00`.
    case raw
    /// Transparent sessions (`FF C2`), as the ACR1252U and ACR1552U.
    case transparent
}
