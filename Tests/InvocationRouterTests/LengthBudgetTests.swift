import InvocationRouter
import Testing

@Suite struct LengthBudgetTests {
    @Test(
        "the table of the specification: area to longest URL",
        arguments: [
            (48, .type2(), 48), (128, .type2(), 128), (128, .type2(controlTLVBytes: 5), 123),
            (144, .type2(), 144), (144, .type2(controlTLVBytes: 5), 139), (496, .type2(), 491),
            (872, .type2(), 867), (254, .type4, 257), (104, .type2(), 104), (248, .type2(), 248),
            (208, .type4, 211),
        ] as [(Int, LengthBudget.Layout, Int)])
    func table(areaBytes: Int, layout: LengthBudget.Layout, longest: Int) {
        #expect(LengthBudget.longestURL(areaBytes: areaBytes, layout: layout) == longest)
    }

    @Test(
        "what a place-holder leaves",
        arguments: [
            (144, .type2(), .mirror, 120), (144, .type2(controlTLVBytes: 5), .mirror, 115),
            (496, .type2(), .mirror, 467), (872, .type2(), .mirror, 843), (254, .type4, .sun, 192),
        ] as [(Int, LengthBudget.Layout, Invocation.Placeholder, Int)])
    func placeholder(
        areaBytes: Int, layout: LengthBudget.Layout, placeholder: Invocation.Placeholder, longest: Int
    ) throws {
        let plain = try Invocation.make(org: "A")
        let added = try Invocation.make(org: "A", placeholder: placeholder).utf8.count - plain.utf8.count
        let whole = try #require(LengthBudget.longestURL(areaBytes: areaBytes, layout: layout))
        #expect(whole - added == longest)
    }

    @Test("the longest URL fits and one octet more does not, for every area up to 2,048 bytes")
    func edge() {
        for areaBytes in 0...2048 {
            for layout in [.type2(), .type2(controlTLVBytes: 5), .type4] as [LengthBudget.Layout] {
                guard let longest = LengthBudget.longestURL(areaBytes: areaBytes, layout: layout) else {
                    #expect(areaBytes < 13)
                    continue
                }
                let fitting = LengthBudget(urlBytes: longest, areaBytes: areaBytes, layout: layout)
                #expect(fitting.fits && fitting.excessBytes == 0)
                #expect(fitting.usedBytes + fitting.freeBytes == areaBytes)
                let over = LengthBudget(urlBytes: longest + 1, areaBytes: areaBytes, layout: layout)
                #expect(!over.fits && over.freeBytes == 0 && over.excessBytes > 0)
            }
        }
    }

    @Test("the demonstration URL takes 50 bytes of an NTAG213, every canonical URL fits")
    func ntag213() throws {
        let url = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"
        #expect(LengthBudget(urlBytes: url.utf8.count, areaBytes: 144, layout: .type2()).usedBytes == 50)
        let kept = LengthBudget(urlBytes: 130, areaBytes: 144, layout: .type2(controlTLVBytes: 5))
        #expect(kept.fits && kept.freeBytes == 9)
    }

    @Test("numbers from outside never overflow", arguments: [Int.min, -1, 0, .max])
    func extremes(number: Int) {
        for layout in [.type2(controlTLVBytes: number), .type4] as [LengthBudget.Layout] {
            #expect(LengthBudget(urlBytes: number, areaBytes: number, layout: layout).usedBytes > 0)
            _ = LengthBudget(urlBytes: 50, areaBytes: number, layout: layout).excessBytes
            _ = LengthBudget.longestURL(areaBytes: number, layout: layout)
        }
    }
}
