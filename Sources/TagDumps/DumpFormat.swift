/// The formats in which programs keep a tag in a file.
public enum DumpFormat: String, Hashable, Sendable, CaseIterable {
    /// Flipper Zero's text, `.nfc`, versions 2 to 4. `Device type: TapKit Type 4` marks a whole Type 4 tag.
    case flipper = "nfc"
    /// Proxmark3's JSON: `mfu`, `mfc`, `mfcard`, `ndef`, `raw`.
    case proxmarkJSON = "json"
    /// Proxmark3's binary of a Type 2 tag: a prefix of 56 (older: 48) bytes, then the pages.
    case proxmarkBinary = "bin"
    /// Raw pages or blocks without a header: libnfc's `.mfd`, Proxmark3's `.bin` of a Classic, and others.
    case raw = "mfd"
    /// One page or block in hex on each line: `.eml`.
    case eml
    /// MIFARE Classic Tool's text: `+Sector: n`, then its blocks.
    case mct
    /// NXP TagInfo's text: `[04] . 03 00 FE 00 |....|`.
    case tagInfo = "taginfo"
    /// NXP TagInfo's XML report.
    case tagInfoXML = "taginfo-xml"
    /// A memory export of the NFC Tools app: `[ 04:3F:8C:3F ] Addr. 00 : UID0 - UID2 / BCC0`.
    case nfcToolsApp = "nfc-tools"
    /// nfcpy's listing: `000: 04 51 7c a1 (UID0-UID2, BCC0)`.
    case nfcpy
    /// nfctools' text: `S1|B0 Key: D3F7D3F7D3F7 [Data ] [32 hex digits]`.
    case nfctools
    /// Nothing but hex digits: the same bytes as in `raw` or `proxmarkBinary`.
    case hex

    /// The formats that ``TagImage/contents(as:)`` writes.
    public static let writable: [DumpFormat] = [
        .flipper, .proxmarkJSON, .proxmarkBinary, .raw, .eml, .mct, .tagInfo, .hex,
    ]
}
