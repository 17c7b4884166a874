import TagDumps
import TagKit
import TagSimulator
import Testing

@testable import Documents

@Suite struct ProductKeyTests {
    @Test(
        "what the program prints and what a file of a tag says is one product",
        arguments: [
            ("MIFARE Ultralight EV1 (MF0UL11)", "Mifare Ultralight 11"),
            ("mifare ultralight ev1 (mf0ul21)", "Mifare Ultralight 21"),
            ("MIFARE Classic 1K", "Mifare Classic 1K"), ("ultralight-c", "Mifare Ultralight C"),
            ("ntag 213", "NTAG213"), ("ntag424dna", "NTAG 424 DNA"),
        ])
    func same(printed: String, filed: String) {
        #expect(productKey(printed) == productKey(filed))
    }

    @Test("no two virtual products are one")
    func different() {
        let keys = TagImage.factoryProducts.map(productKey)
        #expect(Set(keys).count == keys.count)
    }

    @Test("every supported chip can be made as a virtual tag by the name that is printed")
    func whole() {
        let keys = Set(TagImage.factoryProducts.map(productKey))
        for chip in Chip.supportedType2 {
            #expect(keys.contains(productKey(chip.product)), "\(chip.product)")
        }
    }
}
