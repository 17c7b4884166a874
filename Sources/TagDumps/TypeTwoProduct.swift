import TagKit

/// A product of the Type 2 family, with its name in Flipper's spelling and its number of pages.
///
/// Source of the names: DarkFlippers/unleashed-firmware lib/nfc/protocols/mf_ultralight/mf_ultralight.c.
/// NTAG210 and NTAG212, which Flipper does not support, are named in the same way. I2C tags: NXP
/// NT3H1101/1201 data sheet §8.3, NT3H2111/2211 §8.3.
struct TypeTwoProduct: Hashable {
    let name: String
    let pages: Int
    /// Whether the chip supports GET_VERSION.
    let answersVersion: Bool
    /// The chip's memory map; nil if the chip is not supported, as for I2C tags.
    let memory: Type2Memory?

    static let all = [
        TypeTwoProduct("Mifare Ultralight", .ultralight),
        TypeTwoProduct("Mifare Ultralight 11", .ultralight11),
        TypeTwoProduct("NTAG210", .ntag210),
        TypeTwoProduct("Mifare Ultralight 21", .ultralight21),
        TypeTwoProduct("NTAG212", .ntag212),
        TypeTwoProduct("NTAG203", .ntag203),
        TypeTwoProduct("NTAG213", .ntag213),
        TypeTwoProduct("Mifare Ultralight C", .ultralightC),
        TypeTwoProduct("NTAG215", .ntag215),
        TypeTwoProduct("NTAG216", .ntag216),
        TypeTwoProduct("NTAG I2C 1K", pages: 231),
        TypeTwoProduct("NTAG I2C Plus 1K", pages: 236),
        TypeTwoProduct("NTAG I2C 2K", pages: 485),
        TypeTwoProduct("NTAG I2C Plus 2K", pages: 492),
    ]

    /// The product name of a tag that does not match any product.
    static let unnamed = "Type 2 Tag"

    /// Identifies the product of a tag.
    ///
    /// The product is determined by the first of these that identifies one: the response to GET_VERSION; the
    /// name in the file; or the number of pages together with the capability container.
    ///
    /// - Returns: The product's name and its number of pages. The number is nil if ``all`` does not contain
    ///   the product.
    static func identify(
        pages: [[UInt8]?], version: [UInt8], stated: String?
    ) -> (name: String, pages: Int?) {
        if !version.isEmpty {
            let chip = Chip(version: version)
            if let product = named(chip) { return (product.name, product.pages) }
            if chip.product != unknownChip { return (chip.product, nil) }
        }
        if let product = all.first(where: { $0.name == stated }) { return (product.name, product.pages) }
        let product = all.first { $0.pages == pages.count }
        // A dump of 16 pages can be an Ultralight or the beginning of a larger tag.
        if let product, product.pages != Chip.ultralight.memory?.pageCount, !product.contradicts(pages) {
            return (product.name, product.pages)
        }
        if let whole = cutShort(pages) ?? product { return (whole.name, whole.pages) }
        return (unnamed, nil)
    }

    /// Returns the product whose whole memory is at the start of `pages`, if all later pages repeat the
    /// memory from page 0. Returns nil if there are no later pages or if they are different.
    ///
    /// After its last page, READ continues with page 0 (NTAG213/215/216 data sheet §10.2). A program that
    /// reads a small chip as a larger one saves these repeated pages.
    ///
    /// If the version is known, only its product is considered. Otherwise, only products with the tag's
    /// capability container are considered, because READ also continues with page 0 at a protected page. If
    /// the file states one of these products, only that one is considered.
    static func repeating(
        in pages: [[UInt8]?], version: [UInt8] = [], stated: String? = nil
    ) -> TypeTwoProduct? {
        let head = pages.prefix(3).compactMap(\.self).flatMap(\.self)
        guard pages.count > 3, head.count == 12, CheckBytes(pageZeroToTwo: head).areRight else { return nil }
        var candidates: [TypeTwoProduct] = []
        if version.isEmpty {
            candidates = all
            // Without a container, the tag was never formatted.
            if let container = pages[3], container.count == 4, container[0] == 0xE1 {
                candidates = all.filter { $0.memory?.container[2] == container[2] }
            }
            if let product = candidates.first(where: { $0.name == stated }) { candidates = [product] }
        } else if let product = named(Chip(version: version)) {
            candidates = [product]
        }
        return candidates.first { product in
            product.pages < pages.count
                && (product.pages..<pages.count).allSatisfy { page in
                    pages[page] != nil && pages[page] == pages[page % product.pages]
                }
        }
    }

    /// Returns whether the pages appear to be the beginning of a larger tag, rather than a complete tag of
    /// this product.
    ///
    /// This is the case if the data area starts with the control TLV of a larger product instead of this
    /// product's own. If this product supports GET_VERSION, the capability container must also differ from
    /// this product's.
    private func contradicts(_ pages: [[UInt8]?]) -> Bool {
        guard let memory, pages.count > 5, let container = pages[3], container[0] == 0xE1 else {
            return false
        }
        let area = (pages[4] ?? []) + (pages[5] ?? [])
        let own = memory.controlTLVs
        guard own.isEmpty || !area.starts(with: own), memory.container[2] != container[2] || !answersVersion
        else { return false }
        return Self.all.contains { other in
            guard let front = other.memory?.controlTLVs, !front.isEmpty else { return false }
            return other.pages > self.pages && area.starts(with: front)
        }
    }

    /// Returns whether this product can return this response to GET_VERSION. If it does not support the
    /// command, the response must be empty.
    func fits(version: [UInt8]) -> Bool {
        guard answersVersion else { return version.isEmpty }
        guard let product = Self.named(Chip(version: version)) else { return false }
        return product == self
    }

    /// Returns the product that corresponds to a chip, or nil. For a copy of a chip, returns the original
    /// product, which has the same memory.
    private static func named(_ chip: Chip) -> TypeTwoProduct? {
        chip.memory == nil
            ? all.first { $0.name.lowercased() == chip.product.lowercased() }
            : all.first { $0.memory == chip.memory }
    }

    /// The product name that ``Chip`` uses for an unknown version.
    private static let unknownChip = Chip(version: []).product

    /// Identifies the product of a dump that does not contain the last pages. The capability container and
    /// the Lock Control TLV determine the product. Returns nil if it cannot be determined.
    ///
    /// NTAG203 and Ultralight C have the same capability container and TLV. If the data area is larger than
    /// the file, NTAG203 is assumed. With fewer than 16 pages, the product is returned only if no other
    /// product matches.
    private static func cutShort(_ pages: [[UInt8]?]) -> TypeTwoProduct? {
        guard pages.count >= 6, let container = pages[3], container[0] == 0xE1, container[1] >> 4 == 1
        else { return nil }
        let larger = all.filter { $0.pages > pages.count && $0.memory?.container[2] == container[2] }
        let area = (pages[4] ?? []) + (pages[5] ?? [])
        let matching = larger.filter { product in
            guard let front = product.memory?.controlTLVs, !front.isEmpty else { return false }
            return area.starts(with: front)
        }
        let candidates = matching.isEmpty ? larger : matching
        if pages.count < 16, candidates.count > 1 { return nil }
        let reachesBeyond = Type2Memory.firstUserPage + Int(container[2]) * 2 > pages.count
        return candidates.count == 1 || reachesBeyond ? candidates.first : nil
    }

    private init(_ name: String, _ chip: Chip) {
        self.name = name
        answersVersion = chip.features.contains(.version)
        memory = chip.memory
        pages = chip.memory?.pageCount ?? 0
    }

    /// Creates a product of the NTAG I2C family.
    private init(_ name: String, pages: Int) {
        self.name = name
        self.pages = pages
        answersVersion = true
        memory = nil
    }
}

extension TypeTwoProduct {
    /// Converts a product name that an app printed, such as `NTAG203(F)`, `MIFARE Ultralight C (MF0ICU2)` or
    /// `NXP NTAG213`, to this package's name for the product.
    ///
    /// - Returns: The product's name in this package; nil if the printed name does not identify a product
    ///   that this package knows.
    static func name(from words: String) -> String? {
        let spaced = words.uppercased().map { $0.isLetter || $0.isNumber ? $0 : " " } + " "
        if String(spaced).contains("ULTRALIGHT C ") { return "Mifare Ultralight C" }
        let plain = String(spaced.filter { $0 != " " })
        let marks: [(String, String?)] = [
            ("UL11", "Mifare Ultralight 11"), ("ULH11", "Mifare Ultralight 11"),
            ("UL21", "Mifare Ultralight 21"), ("ULH21", "Mifare Ultralight 21"),
            ("NTAG213", "NTAG213"), ("NTAG215", "NTAG215"), ("NTAG216", "NTAG216"), ("NTAG203", "NTAG203"),
            ("NTAG210U", nil), ("NTAG210\u{39C}", nil), ("NTAG210", "NTAG210"), ("NTAG212", "NTAG212"),
            ("NTAGI2CPLUS1K", "NTAG I2C Plus 1K"),
            ("NTAGI2CPLUS2K", "NTAG I2C Plus 2K"), ("NTAGI2C1K", "NTAG I2C 1K"),
            ("NTAGI2C2K", "NTAG I2C 2K"), ("MF0ICU2", "Mifare Ultralight C"),
        ]
        return marks.first { plain.contains($0.0) }?.1
    }
}
