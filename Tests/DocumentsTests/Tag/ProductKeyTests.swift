import TagDumps
import TagKit
import TagSimulator
import Testing

@testable import Documents

@Suite struct ProductKeyTests {
    @Test(
        "a product's printed name and its name in a file have the same key",
        arguments: [
            ("MIFARE Ultralight EV1 (MF0UL11)", "Mifare Ultralight 11"),
            ("mifare ultralight ev1 (mf0ul21)", "Mifare Ultralight 21"),
            ("MIFARE Classic 1K", "Mifare Classic 1K"), ("ultralight-c", "Mifare Ultralight C"),
            ("ntag 213", "NTAG213"), ("ntag424dna", "NTAG 424 DNA"),
        ])
    func same(printed: String, filed: String) {
        #expect(productKey(printed) == productKey(filed))
    }

    @Test("each virtual product has its own key")
    func different() {
        let keys = TagImage.factoryProducts.map(productKey)
        #expect(Set(keys).count == keys.count)
    }

    @Test("each supported chip's printed name makes a virtual tag")
    func whole() {
        let keys = Set(TagImage.factoryProducts.map(productKey))
        for chip in Chip.supportedType2 {
            #expect(keys.contains(productKey(chip.product)), "\(chip.product)")
        }
    }
}
