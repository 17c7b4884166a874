/// What a giving URL says: an organization, perhaps a fund, and whether a monthly gift is offered first.
///
/// It never carries an amount or an account; everything else about a gift is looked up or entered.
///
/// Source: `docs/invocation-url.md`.
public struct Invocation: Hashable, Sendable {
    /// The rules that it was read with.
    public var profile: ParseProfile
    /// The organization in the spelling of the URL, 1...64 ASCII octets; nil when an alias stands for it.
    ///
    /// The directory compares organizations without case and answers with its own spelling.
    public var org: String?
    /// What stands in the organization's place and is none, in NFC (profile `tap` only).
    ///
    /// The directory takes it only if an organization registered exactly this alias, never by likeness.
    public var orgAlias: String?
    /// The fund as text, 1...32 ASCII octets, never a number: `007` is not `7`. Nil means the default fund,
    /// unless `fundUnclear` is set.
    public var fund: String?
    /// A fund was meant and cannot be known (profile `tap` only): the giver has to choose one before anything
    /// is charged.
    public var fundUnclear: Bool
    /// A monthly gift is offered first; false unless the URL says exactly `r=1`.
    public var recurring: Bool
    /// The tag's id in the registry (`t`), 1...16 ASCII octets.
    public var tag: String?
    /// What the chip mirrored into the URL at this tap.
    public var evidence: TapEvidence?
    /// The place-holder that stands where evidence could: the chip's mirror is off.
    public var placeholder: Placeholder?
    /// The one spelling of this destination, at most 130 octets with the standard host; nil when the fund is
    /// unclear or an alias stands for the organization.
    public var canonical: String?
    /// What is not as it should be and did not hinder: in the order of the URL, each of them once.
    public var warnings: [InvocationWarning]
}

/// Which deviations a parse takes. Where a gift goes is certain in both.
public enum ParseProfile: String, Hashable, Sendable, CaseIterable {
    /// For all that is made or changed: any deviation is an error.
    case strict
    /// For what is out there already: a locked tag cannot be corrected, so what does not change where a gift
    /// goes becomes a warning.
    case tap
}

/// What a chip mirrors into the URL at each tap.
public enum TapEvidence: Hashable, Sendable {
    /// The ASCII mirror of an NTAG21x (`m`): UID, 7 bytes, and the tap counter, 24 bits, where it is mirrored.
    ///
    /// It proves nothing, since anybody can type it; it is good for counting.
    case mirror(uid: [UInt8], counter: UInt32?)
    /// The Secure Unique NFC message of an NTAG 424 DNA: `picc_data`, 16 bytes, and `cmac`, 8 bytes, both
    /// not verified here.
    case sun(piccData: [UInt8], cmac: [UInt8])
}
