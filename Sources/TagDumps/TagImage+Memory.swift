extension TagImage {
    /// Makes a Type 2 tag with the UID in its pages.
    ///
    /// The GET_VERSION response decides the product, then the stated product, then the pages. If the product
    /// has more pages than the file, the missing pages are unknown.
    public init(typeTwoPages pages: [[UInt8]?], version: [UInt8] = [], statedProduct: String? = nil) {
        var uid: [UInt8] = []
        if pages.count > 1, let first = pages[0], let second = pages[1] { uid = first.prefix(3) + second }
        let product = TypeTwoProduct.identify(pages: pages, version: version, stated: statedProduct)
        let missing = max(0, (product.pages ?? 0) - pages.count)
        self.init(
            product: product.name, uid: uid,
            memory: .pages(pages + Array(repeating: nil, count: missing)))
        self.version = version
    }

    /// A MIFARE Classic whose UID nobody stated: block 0 has it, 4 bytes with a check byte behind, or 7.
    public init(classicBlocks blocks: [[UInt8?]]) {
        let product = ClassicLayout.of(blocks.count)?.product ?? "Mifare Classic"
        let start = blocks.first?.prefix(7).compactMap(\.self) ?? []
        var uid: [UInt8] = []
        if start.count == 7 {
            let hasCheckByte = start[4] == start[0] ^ start[1] ^ start[2] ^ start[3]
            // A UID of 7 bytes begins with the maker's number, NXP's is 04 (ISO/IEC 7816-6).
            uid = hasCheckByte || start[0] != 0x04 ? Array(start.prefix(4)) : start
        }
        self.init(product: product, uid: uid, memory: .blocks(blocks))
    }
}
