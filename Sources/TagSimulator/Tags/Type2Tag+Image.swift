public import TagDumps

extension Type2Tag {
    public var image: TagImage {
        let pages = stride(from: 0, to: memory.count, by: 4).map { Array(memory[$0..<$0 + 4]) }
        var image = TagImage(product: chip.product, uid: uid, memory: .pages(pages))
        image.atqa = 0x0044
        image.sak = 0x00
        image.version = chip.version
        image.signature = signature
        image.counters = counters
        return image
    }
}
