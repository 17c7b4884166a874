import SimulationKit
import TagSimulator
import TestSupport
import Testing
import TextKit

@testable import TagKit

/// A stranger's attacks on a tag: every known trick, and random commands.
@Suite("A stranger with a reader")
struct AttackTests {
    @Test(
        "changes nothing that a phone reads on a permanently locked tag",
        arguments: ProtectionCase.chips
    )
    func locked(chip: Chip, virtual: Type2Chip) async throws {
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .permanent())
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, nil).error == nil)
        try await check(bench, chip) { _ in true }
    }

    @Test("changes no page of a tag with a password", arguments: ProtectionCase.passwordChips, [0, 3])
    func protected(chip: (chip: Chip, virtual: Type2Chip), limit: Int) async throws {
        let start = ProtectionCase(
            chip: chip.chip, virtual: chip.virtual, goal: .password(attemptLimit: limit))
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let memory = bench.pages
        try await check(bench, chip.chip) { $0.memory == Array(memory.joined()) }
    }

    @Test("cannot guess a password within AUTHLIM, after which the right one is refused too")
    func guessing() async throws {
        let start = ProtectionCase(
            chip: .ntag213, virtual: .ntag213, goal: .password(attemptLimit: 4))
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let tag = try #require(bench.tag as? Type2Tag)
        var attack = Attack(tag, .ntag213)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 { attack.go([[0x1B] + generator.bytes(4), hex("A2 04 01 02 03 04")]) }
        attack.go([[0x1B] + ProtectionCase.password.password, hex("A2 04 01 02 03 04")])
        #expect((attack.tag as? Type2Tag)?.memory == tag.memory)
    }

    @Test(
        "turns every tag that is not locked, and every lock that lacks one write",
        arguments: ProtectionCase.chips)
    func unlocked(chip: Chip, virtual: Type2Chip) async throws {
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .permanent())
        let bench = await start.bench()
        #expect(try await turns(bench, chip))
        let snapshot = try await bench.inspect()
        let plan = try ProtectionPlan(snapshot, start.goal)
        for (index, left) in plan.steps.enumerated() {
            // A tag that is locked in another way stays locked even without its container's lock bits.
            guard case .write(let page, _, _) = left.action, page != 3 else { continue }
            var pages = bench.pages
            for step in plan.steps.enumerated().filter({ $0.offset != index }).map(\.element) {
                guard case .write(let page, let old, let new) = step.action else { continue }
                pages[page] = page == 2 || page == 3 ? zip(old, new).map { $0 | $1 } : new
            }
            let half = TagBench(Type2Tag(chip: virtual, uid: TagBench.uid, memory: Array(pages.joined())))
            #expect(try await turns(half, chip), "without the write of page \(page)")
        }
    }

    @Test("turns the page of each lock bit that is missing", arguments: ProtectionCase.chips)
    func eachBit(chip: Chip, virtual: Type2Chip) async throws {
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .permanent())
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, nil).error == nil)
        let all = [LockBytes.onPage2] + [chip.memory.flatMap { LockBytes(dynamicOf: $0) }].compactMap { $0 }
        for locks in all {
            for bit in locks.bits.keys {
                var pages = bench.pages
                pages[locks.page][locks.firstByte + bit / 8] &= ~(1 << UInt8(bit % 8))
                let half = TagBench(
                    Type2Tag(chip: virtual, uid: TagBench.uid, memory: Array(pages.joined())))
                #expect(
                    try await turns(half, chip) { $0.hasPrefix("WRITE") }, "without \(locks.bits[bit] ?? "")")
            }
        }
    }

    /// Whether any of the tricks changes what a phone reads. Each trick is tried on the tag in its current
    /// state.
    private func turns(
        _ bench: TagBench, _ chip: Chip, using isUsed: (String) -> Bool = { _ in true }
    ) async throws -> Bool {
        let tag = try #require(bench.tag as? Type2Tag)
        let before = await Attack.shown(tag, chip)
        let attack = Attack(tag, chip)
        for trick in attack.tricks where isUsed(trick.name) {
            var one = attack
            one.go(trick.frames)
            guard (one.tag as? Type2Tag)?.memory != tag.memory else { continue }
            if await Attack.shown(one.tag, chip) != before { return true }
        }
        return false
    }

    private func check(_ bench: TagBench, _ chip: Chip, holds: (Type2Tag) -> Bool) async throws {
        let tag = try #require(bench.tag as? Type2Tag)
        let before = await Attack.shown(tag, chip)
        #expect(before.first?.contains(Hex.upper(ProtectionCase.message)) == true)
        #expect(try await !turns(bench, chip))
        var attack = Attack(tag, chip)
        for trick in attack.tricks { attack.go(trick.frames) }
        #expect(await Attack.shown(attack.tag, chip) == before)
        for seed in propertySeeds {
            var generator = SeededGenerator(seed: seed)
            let memory = (attack.tag as? Type2Tag)?.memory
            attack.go(attack.randomGo(&generator))
            guard (attack.tag as? Type2Tag)?.memory != memory else { continue }
            let now = await Attack.shown(attack.tag, chip)
            #expect(now == before, "seed \(seed)")
            guard now == before else { return }
        }
        let left = try #require(attack.tag as? Type2Tag)
        #expect(holds(left))
    }
}
