import SimulationKit
import TagKit
import TestSupport
import Testing

@Suite("Every plan, applied by hand")
struct PlanPropertyTests {
    /// A tag with a message on it, and a message to write.
    struct Case {
        var tag: PaperTag
        var old: PaperArea
        var new: [UInt8]

        init(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let chip = Chip.supportedType2[Int.random(in: 0..<10, using: &generator)]
            old = try PaperArea.random(chip, &generator)
            let areaBytes = chip.memory?.areaBytes ?? 0
            tag = PaperTag(chip, area: try old.bytes(areaBytes: areaBytes))
            new = try PaperArea.message(old.front, areaBytes, &generator)
        }

        var goal: ProgrammingGoal { new.isEmpty ? .erase : .message(new) }
    }

    @Test(
        "ends in the message, and leaves what is in front, behind and outside alone", arguments: propertySeeds
    )
    func ends(seed: UInt64) throws {
        let start = try Case(seed: seed)
        var tag = start.tag
        #expect(tag.shown == start.old.message)
        try tag.write(start.goal)
        #expect(tag.shown == start.new)
        #expect(tag.area.prefix(start.old.front.count) == start.old.front[...])
        let changed = tag.pages.indices.filter { tag.pages[$0] != start.tag.pages[$0] }
        let lastUsed = 4 + (tag.snapshot.usedBytes - 1) / 4
        #expect(changed.allSatisfy { (4...lastUsed).contains($0) })
        let area = try #require(tag.snapshot.dataArea)
        #expect(area.reserved == start.tag.snapshot.dataArea?.reserved)
        for range in area.reserved { #expect(tag.area[range] == start.tag.area[range]) }
        #expect(try ProgrammingPlan(tag.snapshot, start.goal, options: .overwrite).steps.isEmpty)
    }

    @Test("is the same plan every time")
    func isPure() throws {
        for seed in propertySeeds {
            let start = try Case(seed: seed)
            let first = try ProgrammingPlan(start.tag.snapshot, start.goal, options: .overwrite)
            #expect(try ProgrammingPlan(start.tag.snapshot, start.goal, options: .overwrite) == first)
            var held = start.tag
            for step in first.steps {
                guard case .page(let page) = step.place else { continue }
                #expect(step.old == held.pages[page])
                held.apply(step)
            }
        }
    }

    @Test(
        "shows the old message, an empty one or the new one between any two writes", arguments: propertySeeds)
    func betweenWrites(seed: UInt64) throws {
        let start = try Case(seed: seed)
        var tag = start.tag
        let steps = try ProgrammingPlan(tag.snapshot, start.goal, options: .overwrite).steps
        for (index, step) in steps.enumerated() {
            tag.apply(step)
            guard Self.isWorthALook(index, of: steps) else { continue }
            #expect([start.old.message, [], start.new].contains(tag.shown))
            var later = tag
            try later.write(start.goal)
            #expect(later.shown == start.new)
        }
    }

    @Test(
        "shows nothing else, and is repaired by the next write, when a page is torn", arguments: propertySeeds
    )
    func withinWrites(seed: UInt64) throws {
        let start = try Case(seed: seed)
        var generator = SeededGenerator(seed: seed &+ 1_000)
        var held = start.tag
        let steps = try ProgrammingPlan(held.snapshot, start.goal, options: .overwrite).steps
        for (index, step) in steps.enumerated() {
            defer { held.apply(step) }
            guard Self.isWorthALook(index, of: steps) else { continue }
            var torn = held
            torn.tear(step, &generator)
            #expect([nil, start.old.message, [], start.new].contains(torn.shown))
            let repair = try ProgrammingPlan(torn.snapshot, start.goal, options: .overwrite)
            // Interrupted again, in the first page of the repair.
            var twice = torn
            if let first = repair.steps.first { twice.tear(first, &generator) }
            for tag in [torn, twice] {
                var tag = tag
                try tag.write(start.goal)
                #expect(tag.shown == start.new)
            }
        }
    }

    /// Whether to interrupt this write. Data writes are all alike, so only some of them are interrupted.
    static func isWorthALook(_ index: Int, of steps: [ProgrammingStep]) -> Bool {
        steps[index].reason != .data || index % 10 == 1 || index == steps.count - 2
    }

    @Test("wipes everything behind the message and nothing else", arguments: fewerSeeds)
    func wipes(seed: UInt64) throws {
        let start = try Case(seed: seed)
        var tag = start.tag
        for step in try ProgrammingPlan(tag.snapshot, .erase, options: .wipe).steps {
            tag.apply(step)
            #expect([start.old.message, []].contains(tag.shown))
        }
        #expect(tag.shown == [])
        let area = try #require(tag.snapshot.dataArea)
        let reserved = Set(area.reserved.joined())
        let bytes = tag.area
        let rest = (area.usedBytes..<bytes.count).filter { !reserved.contains($0) }
        #expect(rest.allSatisfy { bytes[$0] == 0 })
        #expect(tag.area.prefix(start.old.front.count) == start.old.front[...])
        #expect(tag.pages[..<4] == start.tag.pages[..<4])
        let end = 4 + tag.area.count / 4
        #expect(tag.pages[end...] == start.tag.pages[end...])
    }

    @Test("restores an area byte by byte, and never shows a mix on the way", arguments: fewerSeeds)
    func restores(seed: UInt64) throws {
        let start = try Case(seed: seed)
        var generator = SeededGenerator(seed: seed &+ 2_000)
        let image = try PaperArea.random(start.tag.chip, &generator)
        let bytes = try image.bytes(areaBytes: start.tag.area.count)
        var tag = start.tag
        for step in try ProgrammingPlan(tag.snapshot, .restore(area: bytes), options: .overwrite).steps {
            tag.apply(step)
            #expect([start.old.message, [], image.message].contains(tag.shown))
        }
        #expect(tag.area == bytes)
        #expect(tag.pages[..<4] == start.tag.pages[..<4])
    }

    @Test(
        "wipes what is behind an image when it is asked to, and outside the area nothing",
        arguments: propertySeeds)
    func restoresAndWipes(seed: UInt64) throws {
        let start = try Case(seed: seed)
        var generator = SeededGenerator(seed: seed &+ 3_000)
        let count = Int.random(in: 16...start.tag.area.count, using: &generator)
        let image =
            hex("03 06 D1 01 02 55 04 61 FE") + generator.bytes(7)
            + [UInt8](repeating: 0xAA, count: count - 16)
        var tag = start.tag
        let steps = try ProgrammingPlan(tag.snapshot, .restore(area: image), options: [.overwrite, .wipe])
            .steps
        for (index, step) in steps.enumerated() {
            tag.apply(step)
            guard Self.isWorthALook(index, of: steps), index % 20 < 2 || step.reason != .wipe else {
                continue
            }
            #expect([start.old.message, [], hex("D1 01 02 55 04 61")].contains(tag.shown))
        }
        #expect(tag.area == image + [UInt8](repeating: 0, count: tag.area.count - count))
        #expect(tag.pages[..<4] == start.tag.pages[..<4])
        let end = 4 + tag.area.count / 4
        #expect(tag.pages[end...] == start.tag.pages[end...])
    }

    @Test("of an image whose Lock Control TLV is another chip's the message alone is restored")
    func restoresForeign() throws {
        let message = TagBench.message(40)
        for chip in Chip.supportedType2 {
            for foreign in [Chip.ntag213, .ntag215, .ultralightC] {
                let front = foreign.memory?.controlTLVs ?? []
                let image = try PaperArea(front: front, message: message).bytes(areaBytes: 144)
                var tag = PaperTag(chip, area: (chip.memory?.controlTLVs ?? []) + hex("03 00 FE"))
                guard message.count + 12 < tag.area.count else { continue }
                for step in try ProgrammingPlan(tag.snapshot, .restore(area: image)).steps { tag.apply(step) }
                #expect(tag.shown == message)
                let isOwn = front.isEmpty || front == chip.memory?.controlTLVs
                #expect(
                    tag.area.starts(with: isOwn ? front : chip.memory?.controlTLVs ?? []), "\(chip.product)")
                #expect(
                    tag.snapshot.dataArea?.tlvs.contains {
                        $0.type == .lockControl && !isOwn
                            && $0.value == Array(front.dropFirst(2))
                    } == false)
            }
        }
    }

    @Test("repairs any content of the first four pages", arguments: propertySeeds)
    func repairsAnything(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for chip in Chip.supportedType2 {
            var tag = PaperTag(chip, area: generator.bytes(16))
            guard tag.snapshot.state == .unformatted else { continue }
            let message = TagBench.message(20)
            try tag.write(.message(message), [])
            #expect(tag.shown == message)
            #expect(tag.area.starts(with: chip.memory?.controlTLVs ?? []) || tag.snapshot.dataArea != nil)
        }
    }
}
