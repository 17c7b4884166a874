import TagKit
import TextKit

/// The content of a tag file, independent of the file's format.
///
/// An image contains only facts from the file. It can be incomplete or contradict itself; ``check()`` reports
/// such problems.
public struct TagImage: Hashable, Sendable {
    /// The kinds of tag memory, with the bytes that are known.
    public enum Memory: Hashable, Sendable {
        /// The pages of a Type 2 tag, 4 bytes each; nil for unknown pages.
        case pages([[UInt8]?])
        /// The blocks of a MIFARE Classic card, 16 bytes each; nil for unknown bytes, such as those of a key
        /// that was never found.
        case blocks([[UInt8?]])
        /// The elementary files of a Type 4 tag, sorted by identifier.
        case files([TypeFourFile])
        /// The known bytes of an unsupported tag, such as an ISO 15693 tag or a DESFire, or of a file that
        /// contains only NDEF data.
        case opaque([UInt8])
    }

    /// One elementary file of a Type 4 tag.
    public struct TypeFourFile: Hashable, Sendable {
        /// The file identifier: E103 for the capability container, and usually E104 for the NDEF file.
        public var id: UInt16
        /// The bytes of the whole file, including unused ones; at most 65,535.
        public var bytes: [UInt8]

        /// Creates a file from its identifier and its bytes.
        public init(id: UInt16, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }

        /// Creates an NDEF file that contains only this message. The file has the identifier E104. The
        /// message can have up to 65,533 bytes.
        init(messageBytes: [UInt8]) {
            self.init(id: 0xE104, bytes: TypeFourText.bigEndian(UInt16(messageBytes.count)) + messageBytes)
        }
    }

    /// The product's name in the spelling that Flipper uses, such as `NTAG213`, `Mifare Ultralight C` or
    /// `Mifare Classic 1K`.
    ///
    /// Depending on the file's format, the name is taken from the file, or derived from the response to
    /// GET_VERSION and the memory.
    public var product: String
    /// Whether the product of a Type 2 tag could not be identified. A Flipper does not recognize the name
    /// that ``product`` then has.
    public var isUnknownProduct: Bool { product == TypeTwoProduct.unnamed }
    /// The UID from the file's header or, if it is missing there, from the first pages or block. Empty if
    /// both are unknown.
    public var uid: [UInt8]
    /// The ATQA, with its high byte first; nil if the file does not contain it.
    public var atqa: UInt16?
    /// The SAK; nil if the file does not contain it.
    public var sak: UInt8?
    /// The ATS (response to RATS) without its length byte TL. Empty if the file does not contain it.
    public var ats: [UInt8] = []
    /// The response to GET_VERSION: 8 bytes, or up to 64 from a Type 4 tag. Empty if the tag does not support
    /// the command or the file does not contain the response.
    public var version: [UInt8] = []
    /// The response to READ_SIG: 32 bytes, or 56 from an NTAG 424 DNA. Empty if the file contains no
    /// signature, or if the signature consists only of zeros.
    public var signature: [UInt8] = []
    /// The values of the tag's three 24-bit one-way counters. An NTAG21x has only the last one (READ_CNT
    /// `02`).
    public var counters: [UInt32] = [0, 0, 0]
    /// The tearing flags of the three counters. `BD` means that no write of the counter was interrupted.
    public var tearing: [UInt8] = [0, 0, 0]
    /// The tag's count of failed password authentications; nil if the file does not contain it.
    public var failedAuthentications: UInt32?
    /// The names of a virtual tag's simulated defects. Empty for a real tag.
    public var defects: [String] = []
    /// The indices of the unknown bytes in each page that is only partly known, keyed by page number. In the
    /// memory, these bytes are zero.
    ///
    /// TagInfo prints such pages as `[2A] . 00 05 -- --`.
    public var partlyUnknown: [Int: [Int]] = [:]
    /// Descriptions of values in the file that the image cannot represent, such as keys that differ from the
    /// trailers. Each contains the value's name and the value.
    ///
    /// The image is written without these values, so a conversion lists them as lost.
    public var unreadValues: [String] = []
    /// The number of bytes that follow the tag's memory in the file and are not part of it.
    ///
    /// After the blocks of a MIFARE Classic card, they are zeros: nfc-mfclassic writes 4,096 bytes even for a
    /// 1K card. After the pages of a Type 2 tag, they repeat the memory from page 0, because READ continues
    /// with page 0 after the last page.
    public var paddingBytes = 0
    /// The part of the tag's memory that the file contains.
    public var memory: Memory

    /// Creates an image with the facts that every file contains. The caller can set the other properties.
    public init(product: String, uid: [UInt8], memory: Memory) {
        self.product = product
        self.uid = uid
        self.memory = memory
    }

    /// Creates the image of a Type 2 tag. The UID is taken from the pages.
    ///
    /// The product is identified by the first of these that is known: the response to GET_VERSION, the name
    /// in the file, the pages. If the product has more pages than the file, the missing pages are unknown.
    /// Pages that follow the memory of a product and repeat it become ``paddingBytes``.
    public init(typeTwoPages pages: [[UInt8]?], version: [UInt8] = [], statedProduct: String? = nil) {
        var uid: [UInt8] = []
        if pages.count > 1, let first = pages[0], let second = pages[1] { uid = first.prefix(3) + second }
        let product = TypeTwoProduct.identify(pages: pages, version: version, stated: statedProduct)
        let missing = max(0, (product.pages ?? 0) - pages.count)
        self.init(
            product: product.name, uid: uid,
            memory: .pages(pages + Array(repeating: nil, count: missing)))
        self.version = version
        if let whole = TypeTwoProduct.repeating(in: pages, version: version, stated: statedProduct) {
            removePages(after: whole, of: pages)
        }
    }

    /// Reduces the memory to the pages of `product`, which `pages` repeat.
    mutating func removePages(after product: TypeTwoProduct, of pages: [[UInt8]?]) {
        self.product = product.name
        memory = .pages(Array(pages.prefix(product.pages)))
        partlyUnknown = partlyUnknown.filter { $0.key < product.pages }
        paddingBytes = (pages.count - product.pages) * 4
    }

    /// Creates the image of a MIFARE Classic card. The UID is taken from block 0, which begins with either 4
    /// bytes and a check byte, or 7 bytes.
    public init(classicBlocks blocks: [[UInt8?]]) {
        let product = ClassicLayout.of(blocks.count)?.product ?? "Mifare Classic"
        let start = blocks.first?.prefix(7).compactMap(\.self) ?? []
        var uid: [UInt8] = []
        if start.count == 7 {
            let hasCheckByte = start[4] == start[0] ^ start[1] ^ start[2] ^ start[3]
            // A UID of 7 bytes begins with the manufacturer's number, which is 04 for NXP (ISO/IEC 7816-6).
            uid = hasCheckByte || start[0] != 0x04 ? Array(start.prefix(4)) : start
        }
        self.init(product: product, uid: uid, memory: .blocks(blocks))
    }

    /// Reads a tag file in any supported format.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the whole file, at most 1 MiB.
    ///   - name: The file's name. It is used only if the content fits two formats.
    /// - Throws: ``DumpError``. It identifies the line or byte that cannot be read, unless the problem
    ///   affects the whole file.
    public init(reading bytes: [UInt8], named name: String? = nil) throws(DumpError) {
        let bytes = LatinText.utf8(bytes) ?? bytes
        switch try DumpFormat(of: bytes, named: name) {
        case .flipper: self = try FlipperReader.image(bytes)
        case .proxmarkJSON: self = try ProxmarkJSON.image(bytes)
        case .proxmarkBinary, .raw: self = try RawMemory.image(bytes)
        case .mct: self = try MCTText.image(bytes)
        case .tagInfo: self = try TagInfoText.image(bytes)
        case .tagInfoXML: self = try TagInfoXML.image(bytes)
        case .nfcToolsApp: self = try NFCToolsAppText.image(bytes)
        case .nfcpy: self = try NfcpyText.image(bytes)
        case .nfctools: self = try NFCToolsText.image(bytes)
        case .eml, .hex: self = try HexDump.image(bytes)
        }
    }

    /// Returns the bytes of a tag file in the given format. Reading the file returns the same image, except
    /// for facts that the format cannot represent.
    ///
    /// Passwords and keys are written in the clear.
    ///
    /// - Throws: `incomplete` if the format requires a UID or bytes that are unknown; `notRepresentable` if
    ///   the image has an invalid size or value, if the format cannot represent this kind of tag, or if the
    ///   format can only be read.
    public func contents(as format: DumpFormat) throws(DumpError) -> [UInt8] {
        try refuseWhatCannotBeRead()
        switch format {
        case .flipper: return Array(try FlipperWriter.text(self).utf8)
        case .proxmarkJSON: return Array(try ProxmarkJSONWriter.text(self).utf8)
        case .proxmarkBinary: return try ProxmarkBinary.bytes(self)
        case .raw: return try wholeMemory(for: format)
        case .eml: return Array(HexDump.eml(try wholeMemory(for: format), lineBytes: unitBytes).utf8)
        case .hex: return Array((Hex.upper(try wholeMemory(for: format)) + "\n").utf8)
        case .mct: return Array(try MCTWriter.text(self).utf8)
        case .tagInfo: return Array(try TagInfoWriter.text(self).utf8)
        case .nfctools, .tagInfoXML, .nfcToolsApp, .nfcpy:
            throw DumpError(
                .notRepresentable, "the format \(format.rawValue) can be read, but not written",
                remedy:
                    "use one of the formats \(DumpFormat.writable.map(\.rawValue).joined(separator: ", "))")
        }
    }

    /// Throws an error if the image has sizes or values that this package refuses to read. Without this
    /// check, the written file could be unreadable.
    private func refuseWhatCannotBeRead() throws(DumpError) {
        let fits: Bool =
            switch memory {
            case .pages(let pages):
                (1...DumpLimits.pages).contains(pages.count)
                    && pages.allSatisfy { $0 == nil || $0?.count == 4 }
                    && [0, 8].contains(version.count) && [0, 32].contains(signature.count)
            case .blocks(let blocks):
                ClassicLayout.of(blocks.count) != nil
                    && blocks.allSatisfy { $0.count == 16 }
            case .files(let files):
                files.count <= DumpLimits.typeFourFiles && files.allSatisfy { $0.bytes.count <= 0xFFFF }
                    && Set(files.map(\.id)).count == files.count && version.count <= 64 && ats.count <= 253
                    && [0, 56].contains(signature.count)
            case .opaque: true
            }
        let isKnownTag = if case .opaque = memory { false } else { true }
        guard fits, !isKnownTag || [0, 4, 7, 10].contains(uid.count), defects.allSatisfy(Self.isDefectName),
            counters.count == 3,
            counters.allSatisfy({ $0 <= 0xFF_FFFF }), tearing.count == 3,
            !product.isEmpty, product.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
        else {
            throw DumpError(
                .notRepresentable, "no tag can have this content",
                reason: "a size, a counter or a name in the content is invalid",
                remedy: "correct the file, or save it again in the program that created it")
        }
    }

    /// Returns whether a defect's name is valid in a comma-separated list. A valid name is not empty, and
    /// contains only lower-case letters, digits, `-` and `=`.
    static func isDefectName(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case "a"..."z", "0"..."9", "-", "=": true
                default: false
                }
            }
    }

    /// The size of a page or block in bytes: 4 or 16.
    private var unitBytes: Int {
        if case .blocks = memory { 16 } else { 4 }
    }

    /// The next step if a format cannot store this kind of tag. Flipper's format, `nfc`, stores all kinds of
    /// tags except those whose memory is opaque.
    var otherFormatRemedy: String {
        if case .opaque = memory { "keep the file in its current format" } else { "use the format `nfc`" }
    }

    /// Returns the bytes of all pages or blocks for a file in `format`. Throws an error if some of the bytes
    /// are unknown, if the tag has no pages or blocks, or if there are too few pages to recognize a tag.
    func wholeMemory(for format: DumpFormat) throws(DumpError) -> [UInt8] {
        let bytes: [UInt8?]
        switch memory {
        case .pages(let pages):
            // Proxmark3's JSON format has a header, and numbers the pages.
            guard format == .proxmarkJSON || pages.count >= DumpLimits.fewestPages else {
                throw DumpError(
                    .notRepresentable,
                    "the format \(format.rawValue) requires at least \(DumpLimits.fewestPages) pages",
                    reason: "the dump has only \(pages.count.counted("page")), "
                        + "and the file would not be recognized as a tag",
                    remedy: "read the whole tag, or use the format `nfc`")
            }
            bytes = pages.flatMap { $0.map { $0.map(Optional.some) } ?? [nil, nil, nil, nil] }
        case .blocks(let blocks): bytes = blocks.flatMap(\.self)
        case .files, .opaque:
            throw DumpError(
                .notRepresentable, "the format \(format.rawValue) cannot store \(product)",
                reason: format == .proxmarkBinary
                    ? "the format stores only the pages of Type 2 tags"
                    : "the format stores only the pages of Type 2 tags and the blocks of MIFARE Classic tags",
                remedy: otherFormatRemedy)
        }
        guard let gap = bytes.firstIndex(of: nil) else { return bytes.compactMap(\.self) }
        throw DumpError(
            .incomplete, "the format \(format.rawValue) cannot mark unknown bytes",
            reason: "unknown bytes: \(bytes.count { $0 == nil }); the first is byte \(gap) of the memory",
            remedy: "use the format `nfc`, which can mark unknown bytes")
    }
}
