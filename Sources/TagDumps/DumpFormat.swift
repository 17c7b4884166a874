import TextKit

/// The formats of tag files that can be read.
public enum DumpFormat: String, Sendable, CaseIterable {
    /// Flipper Zero's text format (`.nfc`), versions 2 to 4. The device type `TapKit Type 4` is an extension
    /// for complete Type 4 tags.
    case flipper = "nfc"
    /// Proxmark3's JSON format, with the file types `mfu`, `mfc`, `mfcard`, `ndef` and `raw`.
    case proxmarkJSON = "json"
    /// Proxmark3's binary format for a Type 2 tag: a prefix of 56 bytes (48 in older versions), followed by
    /// the pages.
    case proxmarkBinary = "bin"
    /// The bytes of all pages or blocks without a header, as in libnfc's `.mfd` files and in Proxmark3's
    /// `.bin` files of MIFARE Classic cards.
    case raw = "mfd"
    /// Text with one page or block in hexadecimal on each line (`.eml`).
    case eml
    /// MIFARE Classic Tool's text format: for each sector, a line `+Sector: n`, followed by the sector's
    /// blocks.
    case mct
    /// NXP TagInfo's report as text, with rows such as `[04] . 03 00 FE 00 |....|`.
    case tagInfo = "taginfo"
    /// NXP TagInfo's report as XML.
    case tagInfoXML = "taginfo-xml"
    /// The NFC Tools app's export of a tag's memory, with rows such as
    /// `[ 04:3F:8C:3F ] Addr. 00 : UID0 - UID2 / BCC0`.
    case nfcToolsApp = "nfc-tools"
    /// nfcpy's listing of a tag's memory, with rows such as `000: 04 51 7c a1 (UID0-UID2, BCC0)`.
    case nfcpy
    /// nfctools' text format, with lines such as `S1|B0 Key: D3F7D3F7D3F7 [Data ] [32 hex digits]`.
    case nfctools
    /// Text that contains only hexadecimal digits. They encode the same bytes as a `raw` or `proxmarkBinary`
    /// file.
    case hex

    /// The formats in which ``TagImage/contents(as:)`` can write a file.
    public static let writable: [DumpFormat] = [
        .flipper, .proxmarkJSON, .proxmarkBinary, .raw, .eml, .mct, .tagInfo, .hex,
    ]

    /// Detects the format of a file from its content. The file's name is used only if the content fits two
    /// formats.
    ///
    /// - Throws: ``DumpError`` if the file is empty, is too large, contains only keys, or has no known
    ///   format. If a text file begins with hexadecimal digits, the error contains the number of the first
    ///   line that is not hexadecimal.
    public init(of bytes: [UInt8], named name: String? = nil) throws(DumpError) {
        guard !bytes.isEmpty else {
            throw DumpError(
                .emptyFile, "the file is empty", remedy: "save the file again in the program that created it")
        }
        guard bytes.count <= DumpLimits.fileBytes else {
            throw DumpError(
                .fileTooLarge, "the file is too large for a tag",
                reason: "\(bytes.count) bytes; the maximum is \(DumpLimits.fileBytes)",
                remedy: "use a file that contains only one tag")
        }
        if let text = LatinText.utf8(bytes) {
            self = try DumpFormat(of: text, named: name)
        } else if DumpFormat.begins(bytes, with: "Filetype:") {
            self = .flipper
        } else if bytes.contains(where: { $0 < 0x09 }) || String(validating: bytes, as: UTF8.self) == nil {
            self = try RawMemory.format(of: bytes).orThrow(DumpFormat.noMemory(bytes))
        } else if DumpFormat.begins(bytes, with: "{") {
            self = .proxmarkJSON
        } else if DumpFormat.begins(bytes, with: "<") {
            guard (try? TagInfoXML.isReport(bytes)) == true else {
                throw DumpFormat.unknown("the file is XML, but not a TagInfo report")
            }
            self = .tagInfoXML
        } else {
            let lines = try TextLine.all(of: bytes)
            self = try DumpFormat.ofText(lines, named: name).orThrow(DumpFormat.noText(lines))
        }
    }

    private static func ofText(_ lines: [TextLine], named name: String?) -> DumpFormat? {
        if lines.contains(where: { $0.begins(with: "Filetype:") }) { return .flipper }
        if lines.contains(where: MCTText.isSector) { return .mct }
        if lines.contains(where: NFCToolsText.isBlock) { return .nfctools }
        if lines.contains(where: { $0.begins(with: "** TagInfo scan") }) { return .tagInfo }
        if lines.contains(where: NFCToolsAppText.isRow) { return .nfcToolsApp }
        if lines.contains(where: TagInfoText.isRow) { return .tagInfo }
        if lines.contains(where: NfcpyText.isRow) { return .nfcpy }
        guard let bytes = HexDump.bytes(lines), !bytes.isEmpty else { return nil }
        return HexDump.isEML(lines) && name?.lowercased().hasSuffix(".hex") != true ? .eml : .hex
    }

    /// Returns whether the bytes begin with the text `start`, after an optional byte order mark and white
    /// space.
    private static func begins(_ bytes: [UInt8], with start: String) -> Bool {
        bytes.withoutByteOrderMark.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.starts(with: start.utf8)
    }

    private static func noMemory(_ bytes: [UInt8]) -> DumpError {
        if KeyFile.isKeys(bytes) { return KeyFile.error(of: bytes) }
        // Byte order marks of UTF-16, which editors on Windows call Unicode.
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return DumpError(
                .notText, at: .byte(0), "the text is in UTF-16", reason: "only UTF-8 is supported",
                remedy: "open the file in an editor and save it as UTF-8")
        }
        return unknown(
            "the file has \(bytes.count.counted("byte")) of binary data "
                + "in an unknown format")
    }

    /// Returns the error for a text file whose format is unknown. If the first line is hexadecimal, the file
    /// is treated as a damaged tag file. In that case, the error contains the number of the first line that
    /// is not hexadecimal.
    private static func noText(_ lines: [TextLine]) -> DumpError {
        if let first = lines.first, isListing(first) {
            return DumpError(
                .unknownFormat, "the file was not recognized as a tag file",
                reason: "the lines begin with offsets, as `xxd`, `hexdump` and `od` print them",
                remedy: "use the bytes themselves, or print them without offsets: `xxd -p`")
        }
        if let first = lines.first, let digits = Self.digits(of: first), digits % 2 == 1 {
            return first.error(
                .malformedLine, "the line has an odd number of hex digits", reason: "\(digits) digits",
                remedy: "compare the line with the source: a digit was lost or added")
        }
        guard let first = lines.first, HexDump.bytes([first])?.isEmpty == false,
            let broken = lines.first(where: { HexDump.bytes([$0]) == nil })
        else { return unknown("the file is text in an unknown format") }
        return broken.error(
            .malformedLine, "the line does not consist of pairs of hex digits",
            reason: "the line begins with `\(broken.text.prefix(20))`",
            remedy: "compare the line with the other lines")
    }

    /// Returns whether the line begins with the offset 0 in 6 to 8 digits and contains further text.
    private static func isListing(_ line: TextLine) -> Bool {
        let word = line.text.prefix { $0 != " " && $0 != "\t" }
        let offset = word.last == ":" ? word.dropLast() : word
        return (6...8).contains(offset.count) && offset.allSatisfy { $0 == "0" }
            && word.endIndex < line.text.endIndex
    }

    /// Returns the number of hex digits in a line that consists only of hex digits and separators; nil for
    /// any other line.
    private static func digits(of line: TextLine) -> Int? {
        let digits = line.text.utf8.filter { !" \t:,".utf8.contains($0) }
        return digits.allSatisfy { Hex.value(of: $0) != nil } ? digits.count : nil
    }

    private static func unknown(_ reason: String) -> DumpError {
        DumpError(
            .unknownFormat, "the file was not recognized as a tag file", reason: reason,
            remedy:
                "use a file in one of the known formats: Flipper .nfc, Proxmark3 .json, .bin and .eml, libnfc .mfd, MCT, TagInfo text and XML, NFC Tools, nfcpy and hex"
        )
    }
}

extension Optional {
    /// Returns the value, or throws the error if there is no value.
    fileprivate func orThrow<Failure: Error>(_ error: @autoclosure () -> Failure) throws(Failure) -> Wrapped {
        guard let self else { throw error() }
        return self
    }
}

/// The limits for tag files. Files that exceed them are refused.
enum DumpLimits {
    /// The maximum size of a file in bytes. A Type 4 tag with a file of 32 KB requires only about 110 KB of
    /// text.
    static let fileBytes = 1 << 20
    /// The maximum number of lines. A Type 4 tag with a file of 32 KB requires about 2,100 lines.
    static let lines = 20_000
    /// The maximum length of a line in bytes. The longest known line contains 8 KB of an ISO 15693 tag's
    /// memory as 24 KB of text.
    static let lineBytes = 1 << 16
    /// The maximum number of pages. The largest known product, NTAG I2C plus 2K, has 492.
    static let pages = 512
    /// The minimum number of pages in a file without a header. Pages 0 to 3 contain the UID's check bytes and
    /// the capability container, which identify a Type 2 tag.
    static let fewestPages = 4
    /// The maximum number of blocks. A MIFARE Classic 4K has 256.
    static let blocks = 256
    /// The maximum number of elementary files of a Type 4 tag. An NTAG 424 DNA has 3.
    static let typeFourFiles = 32
}
