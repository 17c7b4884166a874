public import TagDumps

extension Type2Tag {
    /// The tag as stored in a file, including its password. Assumed pages stay unknown.
    public var image: TagImage {
        let pages = stride(from: 0, to: memory.count, by: 4).map { start -> [UInt8]? in
            assumedPages.contains(start / 4) ? nil : Array(memory[start..<start + 4])
        }
        var image = TagImage(product: chip.product, uid: uid, memory: .pages(pages))
        image.atqa = atqa
        image.sak = sak
        image.version = version
        image.signature = signature
        image.counters = counters
        image.tearing = tearing
        image.defects = defects.names
        if failedAuthentications > 0 || statesFailedAuthentications {
            image.failedAuthentications = UInt32(failedAuthentications)
        }
        return image
    }

    /// Takes over what a file knows beside the pages.
    mutating func adopt(_ image: TagImage) {
        if let atqa = image.atqa { self.atqa = atqa }
        if let sak = image.sak { self.sak = sak }
        if image.version.count == 8 { version = image.version }
        if image.signature.count == 32 { signature = image.signature }
        for (number, value) in image.counters.prefix(3).enumerated() {
            counters[number] = min(value, 0xFF_FFFF)
        }
        for (number, flag) in image.tearing.prefix(3).enumerated() { tearing[number] = flag }
        statesFailedAuthentications = image.failedAuthentications != nil
        failedAuthentications = Int(image.failedAuthentications ?? 0)
        activation = Activation(uid: uid, atqa: atqa, sak: sak)
    }
}
