import TextKit

/// A tag's memory as bytes without a header, as in libnfc's `.mfd` files, in Proxmark3's `.bin` and `.eml`
/// files, and in hexadecimal text.
///
/// The kind of tag is detected from the number of bytes and from the check bytes after the UID.
enum RawMemory {
    /// The possible numbers of bytes before page 0 of a Type 2 tag: 0, or the size of Proxmark3's newer or
    /// older prefix.
    private static let prefixes = [0, ProxmarkBinary.prefixBytes, ProxmarkBinary.oldPrefixBytes]

    /// Returns the number of bytes before page 0 of a Type 2 tag; nil if the two check bytes are not correct
    /// at any of the possible positions.
    ///
    /// Proxmark3 first tests whether a file has one of its prefixes. This function first tests whether the
    /// file begins with the pages. It cannot mistake a prefix for pages: a prefix starts with the response to
    /// GET_VERSION, `00 04 03` or `00 04 04`. The check byte of these values is 8Fh or 88h, but the fourth
    /// byte of the response, a subtype, is at most 08h.
    static func prefix(of bytes: [UInt8]) -> Int? {
        prefixes.first { prefix in
            let pages = bytes.dropFirst(prefix)
            return pages.count >= 16 && pages.count % 4 == 0 && pages.count / 4 <= DumpLimits.pages
                && CheckBytes(pageZeroToTwo: Array(pages.prefix(12))).areRight
        }
    }

    /// Returns the format of a file that consists of these bytes; nil if they are not a tag's memory.
    static func format(of bytes: [UInt8]) -> DumpFormat? {
        if isClassic(bytes) { return .raw }
        if let prefix = prefix(of: bytes) { return prefix == 0 ? .raw : .proxmarkBinary }
        if KeyFile.isKeys(bytes) { return nil }
        return TypeTwoProduct.all.contains { $0.pages * 4 == bytes.count } ? .raw : nil
    }

    /// Creates an image from the bytes of a tag's memory. Detects the kind of tag, and a prefix if there is
    /// one. Throws an error for the bytes of a key file, and for a number of bytes that no tag has.
    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        if isClassic(bytes) { return classic(bytes) }
        switch prefix(of: bytes) {
        case nil where KeyFile.isKeys(bytes): throw KeyFile.error(of: bytes)
        case nil, 0: return try typeTwoFile(bytes)
        case let prefix?: return try ProxmarkBinary.image(bytes, prefix: prefix)
        }
    }

    /// The number of bytes in the response to READ_SIG (NTAG213/215/216 data sheet §10.7).
    private static let signatureBytes = 32

    /// Creates the image of a Type 2 tag from the bytes of a file without a header. The signature can follow
    /// the pages, as in Amiibo files of 572 bytes. Throws `wrongLength` like ``typeTwo(_:)``.
    static func typeTwoFile(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        if let image = typeTwoWithSignature(bytes) { return image }
        return try typeTwo(bytes)
    }

    /// Returns the image of a Type 2 tag whose signature follows its pages. Returns nil if the check bytes
    /// are wrong, if a product is identified from the whole file, or if the pages before the last 32 bytes
    /// are not the whole memory of a product with a signature.
    private static func typeTwoWithSignature(_ bytes: [UInt8]) -> TagImage? {
        guard prefix(of: bytes) == 0 else { return nil }
        let all = pages(of: bytes)
        guard TypeTwoProduct.repeating(in: all) == nil,
            TypeTwoProduct.identify(pages: all, version: [], stated: nil).pages == nil
        else { return nil }
        let memory = Array(all.dropLast(signatureBytes / 4))
        let found = TypeTwoProduct.identify(pages: memory, version: [], stated: nil)
        // Every supported chip with GET_VERSION also has READ_SIG.
        guard found.pages == memory.count,
            TypeTwoProduct.all.contains(where: {
                $0.name == found.name && $0.answersVersion && $0.memory != nil
            })
        else { return nil }
        var image = TagImage(typeTwoPages: memory)
        image.signature = Array(bytes.suffix(signatureBytes)).unlessZero
        return image
    }

    /// Creates the image of a Type 2 tag from the bytes of its pages. Throws `wrongLength` if no tag has this
    /// number of bytes.
    static func typeTwo(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        let counts = DumpLimits.fewestPages...DumpLimits.pages
        guard bytes.count % 4 == 0, counts.contains(bytes.count / 4) else {
            throw DumpError(
                .wrongLength, at: .byte(bytes.count - bytes.count % 4), "no tag has a memory of this size",
                reason: "\(bytes.count.counted("byte")); "
                    + "a tag has \(counts.lowerBound) to \(counts.upperBound) pages of 4 bytes")
        }
        return TagImage(typeTwoPages: pages(of: bytes))
    }

    /// Returns the pages in `bytes`, whose count must be a multiple of 4.
    private static func pages(of bytes: [UInt8]) -> [[UInt8]?] {
        stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    }

    /// Creates the image of a MIFARE Classic card from the bytes of its blocks.
    ///
    /// nfc-mfclassic writes 4,096 bytes even for smaller cards. The file of a smaller card is recognized by
    /// the zeros after the card's memory, because a 4K card has access bits there that are never all zero.
    /// The added zeros are not part of the image.
    static func classic(_ bytes: [UInt8]) -> TagImage {
        // Only the SAK distinguishes a Mini from a 1K filled with zeros.
        let isMini = bytes[5] == 0x09
        let sizes = ClassicLayout.all.map { $0.blocks * 16 }
            .filter { (isMini || $0 >= 1024) && $0 < bytes.count }
        let size = bytes.count < 4096 ? nil : sizes.first { bytes[$0...].allSatisfy { $0 == 0 } }
        let memory = bytes.prefix(size ?? bytes.count)
        let blocks = stride(from: 0, to: memory.count, by: 16).map { memory[$0..<$0 + 16].map(Optional.some) }
        var image = TagImage(classicBlocks: blocks)
        image.paddingBytes = bytes.count - memory.count
        return image
    }

    /// Returns whether a MIFARE Classic card has this number of bytes: 320, 1,024, 1,152, 2,048 or 4,096. No
    /// supported Type 2 tag has one of these sizes, but a file that repeats a Type 2 tag's pages can.
    private static func isClassic(_ bytes: [UInt8]) -> Bool {
        ClassicLayout.all.contains { $0.blocks * 16 == bytes.count }
            && TypeTwoProduct.repeating(in: pages(of: bytes)) == nil
    }
}

/// The two check bytes (BCC) of a Type 2 tag's UID, as found on the tag and as calculated. Source: ISO/IEC
/// 14443-3 §6.5.4; NTAG data sheet §8.5.1.
struct CheckBytes {
    /// Byte 3 of page 0: the exclusive or of the cascade tag 88h and the UID's first three bytes.
    let bcc0: (found: UInt8, right: UInt8)
    /// Byte 0 of page 2: the exclusive or of the UID's last four bytes.
    let bcc1: (found: UInt8, right: UInt8)

    /// Calculates the check bytes of a tag whose memory begins with `bytes`, which must have at least nine
    /// elements.
    init(pageZeroToTwo bytes: [UInt8]) {
        bcc0 = (bytes[3], 0x88 ^ bytes[0] ^ bytes[1] ^ bytes[2])
        bcc1 = (bytes[8], bytes[4] ^ bytes[5] ^ bytes[6] ^ bytes[7])
    }

    var areRight: Bool { bcc0.found == bcc0.right && bcc1.found == bcc1.right }
}

/// Functions that detect key files, which some programs save next to a dump. A key file must not be read as a
/// dump.
enum KeyFile {
    /// The sizes of key files in bytes. A key file contains all A keys of a MIFARE Classic card, followed by
    /// all B keys. The sizes are for cards with 5, 16, 18, 32 and 40 sectors.
    ///
    /// Source: RfidResearchGroup/proxmark3 client/src/fileutils.c (`hf-mf-UID-key.bin`).
    private static let sizes: Set<Int> = [60, 192, 216, 384, 480]
    /// The number of hex digits in a key of 6 bytes.
    private static let digits = 12

    /// Returns true if the bytes are a key file and not a tag's memory.
    ///
    /// A key file of 192 bytes has the same size as the memory of an Ultralight C. The memory is recognized
    /// by a correct first check byte, or by a correct second check byte and a capability container on page 3.
    static func isKeys(_ bytes: [UInt8]) -> Bool {
        guard sizes.contains(bytes.count) else { return false }
        let check = CheckBytes(pageZeroToTwo: Array(bytes.prefix(12)))
        let isFormatted = bytes[12] == 0xE1 && bytes[13] >> 4 == 1
        return check.bcc0.found != check.bcc0.right && !(check.bcc1.found == check.bcc1.right && isFormatted)
    }

    /// Returns true if every line consists of one key, as in MIFARE Classic Tool's `.keys` and Proxmark3's
    /// `.dic` files.
    static func isKeys(_ lines: [TextLine]) -> Bool {
        !lines.isEmpty
            && lines.allSatisfy { line in
                line.text.utf8.count == digits && line.text.isHex
            }
    }

    static func error(of bytes: [UInt8]) -> DumpError {
        error("the file contains \(bytes.count / 6) keys of 6 bytes")
    }

    static func error(_ reason: String) -> DumpError {
        DumpError(
            .unsupportedType, "this is a key file, not a tag file", reason: reason,
            remedy: "use the dump that was made with these keys")
    }
}
