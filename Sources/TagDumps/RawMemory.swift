/// Memory as bytes without a word about it: libnfc's `.mfd`, Proxmark3's `.bin`, `.eml` and plain hex.
///
/// What it is shows in its size and in the check bytes behind the UID.
enum RawMemory {
    /// Proxmark3's newer and older prefixes before the pages of a Type 2 tag, and none.
    private static let prefixes = [0, ProxmarkBinary.prefixBytes, ProxmarkBinary.oldPrefixBytes]

    /// How many bytes stand before page 0 of a Type 2 tag; nil where no place has both check bytes right.
    ///
    /// Proxmark3 looks for its prefixes first. Here the memory alone comes first: a prefix cannot be taken for it,
    /// since the check byte of `00 04 03` or `00 04 04`, with which GET_VERSION answers, is 8Fh or 88h, and the
    /// fourth byte of the answer is a subtype of 08 at most.
    static func prefix(of bytes: [UInt8]) -> Int? {
        prefixes.first { prefix in
            let pages = bytes.dropFirst(prefix)
            return pages.count >= 16 && pages.count % 4 == 0 && pages.count / 4 <= DumpLimits.pages
                && CheckBytes(pageZeroToTwo: Array(pages.prefix(12))).areRight
        }
    }

    /// Whether the bytes can be a memory at all; `nil` says that they cannot.
    static func format(of bytes: [UInt8]) -> DumpFormat? {
        if isClassic(bytes) { return .raw }
        if let prefix = prefix(of: bytes) { return prefix == 0 ? .raw : .proxmarkBinary }
        if KeyFile.isKeys(bytes) { return nil }
        return TypeTwoProduct.all.contains { $0.pages * 4 == bytes.count } ? .raw : nil
    }

    /// Reads the bytes as ``format(of:)`` says.
    static func image(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        if isClassic(bytes) { return classic(bytes) }
        if prefix(of: bytes) == nil, KeyFile.isKeys(bytes) {
            throw KeyFile.error(of: bytes)
        }
        switch prefix(of: bytes) {
        case nil, 0: return try typeTwo(bytes)
        case let prefix?: return try ProxmarkBinary.image(bytes, prefix: prefix)
        }
    }

    /// A Type 2 tag of which nothing but its pages is known.
    static func typeTwo(_ bytes: [UInt8]) throws(DumpError) -> TagImage {
        guard bytes.count % 4 == 0, (4...DumpLimits.pages).contains(bytes.count / 4) else {
            throw DumpError(
                .wrongLength, at: .byte(bytes.count - bytes.count % 4), "no tag's memory has this size",
                reason: "\(bytes.count) bytes; pages have 4 bytes, and a tag has 4 to \(DumpLimits.pages)")
        }
        let pages = stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
        return TagImage(typeTwoPages: pages)
    }

    /// A MIFARE Classic.
    ///
    /// nfc-mfclassic writes 4,096 bytes for smaller tags too. Zeros after the memory of a smaller tag reveal
    /// this, because a 4K has access bits there that are never all zero. The zeros are discarded.
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

    /// Only a MIFARE Classic has 320, 1,024, 1,152, 2,048 or 4,096 bytes. No Type 2 tag has that many pages:
    /// 80, 256, 288, 512 or 1,024.
    private static func isClassic(_ bytes: [UInt8]) -> Bool {
        ClassicLayout.all.contains { $0.blocks * 16 == bytes.count }
    }
}
