import SimulationKit
import TagDumps
import TagSimulator
import TestSupport
import Testing

@testable import TagKit

@Suite("What protects a tag")
struct ProtectionPlanTests {
    private static func lockable() -> ProtectionCase {
        ProtectionCase(chip: .ntag213, virtual: .ntag213, goal: .permanent())
    }

    @Test("a second run writes nothing and proves it again", arguments: ProtectionCase.all)
    func again(start: ProtectionCase) async throws {
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let pages = bench.pages
        let second = await bench.protect(start.goal, ProtectionCase.password)
        #expect(second.error == nil)
        #expect(second.plan?.writes == false)
        #expect(second.counts.pageWrites == 0)
        #expect(bench.pages == pages)
    }

    @Test("a password closes writing and leaves reading free", arguments: ProtectionCase.passwordChips)
    func password(chip: Chip, virtual: Type2Chip) async throws {
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .password(attemptLimit: 0))
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let snapshot = try await bench.inspect()
        #expect(snapshot.message == ProtectionCase.message)
        #expect(snapshot.findings.contains(.password(fromPage: 2, reading: false)))
        let refused = await bench.write(.message(TagBench.message(20)))
        #expect(refused.error?.code == .passwordProtected)
        #expect(
            await bench.protect(.open, ProtectionCase.secret("00 00 00 01", "5B 6A")).error?.code
                == .passwordProtected)
        #expect(await bench.protect(.open, nil).error?.code == .passwordProtected)
        #expect(await bench.protect(.open, ProtectionCase.password).error == nil)
        #expect(await bench.write(.message(TagBench.message(20))).error == nil)
    }

    @Test("reading is free again when the password is removed", arguments: ProtectionCase.passwordChips)
    func readingIsFreed(chip: Chip, virtual: Type2Chip) async throws {
        let page = try #require(chip.memory?.configurationPage)
        let made = await ProtectionCase(chip: chip, virtual: virtual, goal: .permanent()).bench()
        // AUTH0 = 4, PROT, then the password and its acknowledgement.
        let protection = hex("04 80 00 00 00 1F 2E 3D 4C 5B 6A")
        let area = Array(Array(made.pages.joined())[16..<16 + (chip.memory?.areaBytes ?? 0)])
        var bench = TagBench(virtual, area: area) {
            $0.replaceSubrange(page * 4 + 3..<page * 4 + 14, with: protection)
        }
        #expect(await bench.protect(.open, ProtectionCase.password).error == nil)
        #expect(bench.pages[page][3] == 0xFF)
        #expect(bench.pages[page + 1][0] & 0x80 == 0)
    }

    @Test("another PACK than the secret's is another secret")
    func acknowledge() async throws {
        let (chip, virtual) = try #require(ProtectionCase.passwordChips.last)
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .password(attemptLimit: 0))
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let other = ProtectionCase.secret("1F 2E 3D 4C", "00 00")
        #expect(await bench.protect(.open, other).error?.code == .passwordProtected)
    }

    @Test("a wrong password is given once where wrong ones are counted", arguments: 1...7)
    func counted(limit: Int) async throws {
        let (chip, virtual) = try #require(ProtectionCase.passwordChips.last)
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .password(attemptLimit: limit))
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let wrong = ProtectionCase.secret("00 00 00 01", "5B 6A")
        #expect(await bench.protect(.open, wrong).error?.code == .passwordProtected)
        #expect((bench.tag as? Type2Tag)?.failedAuthentications == 1)
        if limit > 1 { #expect(await bench.protect(.open, ProtectionCase.password).error == nil) }
    }

    @Test("the limit of wrong passwords is reported before and after it is reached", arguments: 1...7)
    func limited(limit: Int) async throws {
        let start = ProtectionCase(chip: .ntag213, virtual: .ntag213, goal: .password(attemptLimit: limit))
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        #expect(try await bench.inspect().findings.contains(.attemptLimit(limit)))
        let wrong = ProtectionCase.secret("00 00 00 01", "5B 6A")
        // The last attempt has the right password, but the limit has been reached.
        for password in Array(repeating: wrong, count: limit) + [ProtectionCase.password] {
            let error = try #require(await bench.protect(.open, password).error)
            #expect(error.code == .passwordProtected)
            #expect(error.summary.contains("or the limit of wrong passwords has been reached"))
            #expect(error.reason.hasPrefix(TagFinding.attemptLimit(limit).summary))
            #expect(error.reason.contains("counts as one wrong password"))
        }
    }

    @Test("without a limit, the error says only that the password is wrong")
    func uncounted() async throws {
        let start = ProtectionCase(chip: .ntag213, virtual: .ntag213, goal: .password())
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, ProtectionCase.password).error == nil)
        let findings = try await bench.inspect().findings
        #expect(!findings.contains { if case .attemptLimit = $0 { true } else { false } })
        let wrong = ProtectionCase.secret("00 00 00 01", "5B 6A")
        #expect(await bench.protect(.open, wrong).error?.summary == "the password is wrong for this tag")
    }

    @Test("if the limit cannot be read, the error says that the tag may have one")
    func hiddenLimit() {
        let error = TagSession.wrongPassword(limit: nil)
        #expect(error.code == .passwordProtected)
        #expect(error.reason.contains("may allow only a few wrong passwords"))
    }

    @Test(
        "a permanently locked tag cannot be written, protected or unprotected",
        arguments: ProtectionCase.chips)
    func permanent(chip: Chip, virtual: Type2Chip) async throws {
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .permanent())
        var bench = await start.bench()
        #expect(await bench.protect(start.goal, nil).error == nil)
        let snapshot = try await bench.inspect()
        #expect(snapshot.message == ProtectionCase.message)
        #expect(snapshot.state == .readOnly)
        #expect(await bench.write(.message(TagBench.message(20))).error?.code == .readOnly)
        guard chip.memory?.configurationPage != nil else { return }
        #expect(
            await bench.protect(.password(attemptLimit: 0), ProtectionCase.password).error?.code == .readOnly)
        let page = try #require(chip.memory?.configurationPage)
        #expect(bench.pages[page][3] == 0xFF)
        #expect(bench.pages[page + 1][0] & 0xC7 == 0x40)
    }

    @Test(
        "a tag with a password is permanently locked only with that password",
        arguments: ProtectionCase.passwordChips)
    func protectedThenLocked(chip: Chip, virtual: Type2Chip) async throws {
        var bench = await ProtectionCase(chip: chip, virtual: virtual, goal: .open).bench()
        let goal = ProtectionGoal.permanent()
        #expect(await bench.protect(goal, nil).error?.code == .passwordProtected)
        let pages = bench.pages
        for n in 0..<12 {
            var left = bench
            let cut = await left.protect(goal, ProtectionCase.password, faults: .tagLeaves(beforeCommand: n))
            #expect(cut.error?.code == .tagLost)
            #expect(await left.protect(goal, ProtectionCase.password).error == nil)
        }
        #expect(await bench.protect(goal, ProtectionCase.password).error == nil)
        #expect(bench.pages[4...15] == pages[4...15])
        #expect(try await bench.inspect().state == .readOnly)
    }

    @Test("an empty tag, and one that holds no message, are not locked")
    func empty() async throws {
        for area in [hex("03 00 FE"), hex("03 05 D1 01"), hex("FF FF FF FF")] {
            var bench = TagBench(.ntag213, area: area)
            let outcome = await bench.protect(.permanent(), nil)
            #expect([.noMessage, .malformedTag].contains(outcome.error?.code))
            #expect(outcome.counts.pageWrites == 0)
        }
    }

    @Test("another message than the expected one is not locked")
    func another() async throws {
        let bench = await Self.lockable().bench()
        let snapshot = try await bench.inspect()
        #expect {
            try ProtectionPlan(snapshot, .permanent(), expecting: TagBench.message(23))
        } throws: {
            ($0 as? TagError)?.code == .holdsAnotherMessage
        }
        #expect(throws: Never.self) {
            try ProtectionPlan(snapshot, .permanent(), expecting: ProtectionCase.message)
        }
    }

    @Test("a tag whose lock bits are frozen open is refused before anything is written")
    func frozenOpen() async throws {
        for (page, bytes) in [(2, hex("D9 48 02 00")), (40, hex("00 00 01 BD"))] {
            var bench = TagBench(.ntag213, area: TagBench.area(.ntag213)) {
                $0.replaceSubrange(page * 4..<page * 4 + 4, with: bytes)
            }
            let outcome = await bench.protect(.permanent(), nil)
            #expect(outcome.error?.code == .notAllowedHere)
            #expect(outcome.counts.pageWrites == 0)
        }
    }

    @Test("a chip that takes what it must refuse is found out", arguments: [TagDefect.locksIgnored])
    func counterfeit(defect: TagDefect) async throws {
        var bench = await Self.lockable().bench()
        guard var tag = bench.tag as? Type2Tag else { return }
        tag.defects = [defect]
        bench.tag = tag
        let outcome = await bench.protect(.permanent(), nil)
        #expect(outcome.error?.code == .verifyFailed)
        #expect(try await bench.inspect().message == ProtectionCase.message)
    }

    @Test("chips that are not known well enough are refused by name")
    func unknown() async throws {
        let snapshot = TagSnapshot(
            SelectedTag(atqa: 0x0044, sak: 0, uid: TagBench.uid),
            chip: Chip(version: hex("00 04 04 05 02 02 13 03")), pages: [])
        for goal in [ProtectionGoal.permanent(), .password(attemptLimit: 0), .open] {
            #expect {
                try ProtectionPlan(snapshot, goal)
            } throws: {
                ($0 as? TagError).map {
                    $0.code == .unsupportedTag && $0.summary.contains("NTAG I2C plus 1K")
                }
                    ?? false
            }
        }
        var ultralightC = await ProtectionCase(
            chip: .ultralightC, virtual: .ultralightC, goal: .permanent()
        ).bench()
        let refused = await ultralightC.protect(.password(attemptLimit: 0), ProtectionCase.password)
        #expect(refused.error?.code == .unsupportedTag)
        #expect(refused.error?.summary == "MIFARE Ultralight C has no password")
    }

    @Test("no plan sets a block-lock bit", arguments: ProtectionCase.chips)
    func blockLocks(chip: Chip, virtual: Type2Chip) async throws {
        let start = ProtectionCase(chip: chip, virtual: virtual, goal: .permanent())
        var bench = await start.bench()
        _ = await bench.protect(start.goal, nil)
        #expect(bench.pages[2][2...] == hex("F8 FF")[...])
        guard let locks = chip.memory.flatMap({ LockBytes(dynamicOf: $0) }) else { return }
        for bit in locks.frozen.keys {
            #expect(bench.pages[locks.page][bit / 8] >> UInt8(bit % 8) & 1 == 0, "bit \(bit)")
        }
    }

    @Test("a fresh NTAG213: the password in 12 commands, the lock in 15")
    func cost() async throws {
        let (chip, virtual) = (Chip.ntag213, Type2Chip.ntag213)
        for (goal, commands, writes) in [
            (ProtectionGoal.password(), 12, 3), (.permanent(), 15, 4),
        ] {
            var bench = await ProtectionCase(chip: chip, virtual: virtual, goal: goal).bench()
            let outcome = await bench.protect(goal, ProtectionCase.password)
            #expect(outcome.counts.dataCommands == commands)
            #expect(outcome.counts.pageWrites == writes)
            print("\(goal): \(outcome.counts.dataCommands) commands, \(outcome.milliseconds) ms on the air")
        }
    }
}

extension TagBench {
    /// A data area with the message of ``ProtectionCase``.
    static func area(_ chip: Chip) -> [UInt8] {
        (chip.memory?.controlTLVs ?? []) + [0x03, UInt8(ProtectionCase.message.count)]
            + ProtectionCase.message + [0xFE]
    }
}
