extension TagImage {
    /// A Type 2 tag whose UID and name nobody stated: they follow from its pages.
    public init(typeTwoPages pages: [[UInt8]?], version: [UInt8] = []) {
        var uid: [UInt8] = []
        if pages.count > 1, let first = pages[0], let second = pages[1] { uid = first.prefix(3) + second }
        self.init(
            product: TypeTwoProduct.name(pages: pages.count, version: version), uid: uid,
            memory: .pages(pages))
        self.version = version
    }

    /// A MIFARE Classic whose UID nobody stated: block 0 has it, 4 bytes with a check byte behind, or 7.
    public init(classicBlocks blocks: [[UInt8?]]) {
        let product = ClassicLayout.all.first { $0.blocks == blocks.count }?.product ?? "Mifare Classic"
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
