import TagKit
import Testing

@Suite("Sectors of a MIFARE Classic card")
struct ClassicCardTests {
    @Test("are 32 of 4 blocks and 8 of 16, one behind the other, each with its trailer last")
    func sectors() {
        var next = 0
        for sector in 0..<40 {
            let blocks = ClassicCard.blocks(of: sector)
            #expect(blocks.lowerBound == next && blocks.count == (sector < 32 ? 4 : 16))
            #expect(blocks.allSatisfy { ClassicCard.sector(of: $0) == sector })
            #expect(blocks.filter(ClassicCard.isTrailer) == [blocks.upperBound])
            #expect(Array(ClassicCard.dataBlocks(of: sector)) == blocks.dropLast())
            next = blocks.upperBound + 1
        }
        #expect(next == 256)
    }
}
