import SimulationKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("A page torn while it is programmed")
struct Type2TearTests {
    @Test("holds the old or the new bytes, or any others", arguments: propertySeeds)
    func userPage(seed: UInt64) {
        for (tear, expected) in [(TornWrite.old, "34 03 00 FE"), (.new, "11 22 33 44")] {
            var talk = TagTalk(.ntag213)
            _ = talk.raw("A2 05 11 22 33 44", tear: tear)
            #expect(talk.page(5) == expected)
        }
        var talk = TagTalk(.ntag213)
        _ = talk.raw("A2 05 11 22 33 44", tear: .garbage(seed: seed))
        var again = TagTalk(.ntag213)
        _ = again.raw("A2 05 11 22 33 44", tear: .garbage(seed: seed))
        #expect(talk.page(5) == again.page(5), "the same seed leaves the same bytes")
        #expect(talk.page(4) == "01 03 A0 0C" && talk.page(6) == "00 00 00 00")
    }

    @Test("one-time bits never fall; with anti-tearing they are old or new", arguments: propertySeeds)
    func oneTime(seed: UInt64) {
        var ultralight = TagTalk(.ultralight, pages: [3: "01 00 00 80"])
        _ = ultralight.raw("A2 03 E1 10 06 00", tear: .garbage(seed: seed))
        let held = hex(ultralight.page(3))
        #expect(zip(held, hex("01 00 00 80")).allSatisfy { $0 & $1 == $1 })
        #expect(zip(held, hex("E1 10 06 80")).allSatisfy { $0 | $1 == $1 })
        var ntag = TagTalk(.ntag213)
        _ = ntag.raw("A2 03 00 00 00 0F", tear: .garbage(seed: seed))
        #expect(["E1 10 12 00", "E1 10 12 0F"].contains(ntag.page(3)))
        _ = ntag.raw("A2 28 FF 0F 00 00", tear: .garbage(seed: seed))
        #expect(["00 00 00 BD", "FF 0F 00 BD"].contains(ntag.page(40)))
    }
}
