import TagDumps
import TagKit

extension TagImage {
    /// The tag as it was seen, for a file.
    init(_ look: TagLook) {
        switch look.memory {
        case .pages(let pages): self.init(typeTwoPages: pages, version: look.version)
        case .blocks(let blocks):
            self.init(
                classicBlocks: blocks.map { $0?.map(Optional.some) ?? Array(repeating: nil, count: 16) })
        case .files(let container, let ndef):
            var files = [TypeFourFile(id: 0xE103, bytes: container)]
            if let parsed = look.container { files.append(TypeFourFile(id: parsed.fileID, bytes: ndef)) }
            self.init(product: look.chip.product, uid: look.tag.uid, memory: .files(files))
        }
        uid = look.tag.uid
        atqa = look.tag.atqa
        sak = look.tag.sak
        ats = look.tag.ats
        version = look.version
    }
}
