import Foundation
import TagSimulator
import TestSupport
import Testing

@testable import TagKit

/// `fixtures/protection`: every plan of every chip, each bit with its name and the data sheet's section.
///
/// `UPDATE_GOLDEN=1` rewrites the files; compare the difference with the data sheet.
@Suite("Plans, bit by bit")
struct ProtectionGoldenTests {
    @Test("a chip's plans are those of its file", arguments: ProtectionCase.chips)
    func plans(chip: Chip, virtual: Type2Chip) async throws {
        var text = "\(chip.product)\n"
        for start in ProtectionCase.all where start.chip == chip {
            let bench = await start.bench()
            text += try await Self.section(Self.title(start.goal), bench, start.goal)
        }
        if let page = chip.memory?.configurationPage {
            let used = Self.used(chip)
            for goal in [ProtectionGoal.permanent(), .password()] {
                text += try await Self.section(
                    "\(Self.title(goal)), everything left on by a former owner", used, goal)
            }
            if chip.features.contains(.mirror) {
                let mirror = TagMirror(.both, page: 7, byte: 2)
                let mirrored = TagBench(virtual, area: TagBench.area(chip)) {
                    $0.replaceSubrange(page * 4..<page * 4 + 5, with: hex("E4 00 07 FF 10"))
                }
                text += try await Self.section(
                    "permanently locked with its mirror", mirrored, .permanent(mirror: mirror))
            }
        }
        let name = chip.product.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        let file = SharedFixtures.projectFolder.appending(path: "fixtures/protection/\(name).txt")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(kept == text, "\(name) differs; UPDATE_GOLDEN=1 updates it")
    }

    private static func title(_ goal: ProtectionGoal) -> String {
        switch goal {
        case .permanent: "permanently locked"
        case .password(0, _): "protected by a password"
        case .password(let limit, _): "protected by a password, \(limit) wrong ones allowed"
        case .open: "its password removed"
        case .mirrored: "its mirror set"
        }
    }

    /// A message, and a configuration left by another program: mirror after the message, AUTH0 after the
    /// memory, PROT, AUTHLIM.
    private static func used(_ chip: Chip) -> TagBench {
        let virtual = ProtectionCase.chips.first { $0.chip == chip }?.virtual ?? .ntag213
        return TagBench(virtual, area: TagBench.area(chip)) { memory in
            guard let page = chip.memory?.configurationPage else { return }
            let mirrorPage = UInt8((chip.memory?.lastUserPage ?? 0) - 3)
            let isMirrored = chip.features.contains(.mirror) || chip.features.contains(.mirrorByPage)
            memory[page * 4] |= chip.features.contains(.mirror) ? 0x50 : 0
            memory[page * 4 + 2] = isMirrored ? mirrorPage : 0
            memory[page * 4 + 3] = 0xF0
            memory[page * 4 + 4] = 0x83
        }
    }

    private static func section(
        _ title: String, _ bench: TagBench, _ goal: ProtectionGoal
    ) async throws -> String {
        let session = TagSession(DirectReader(bench.tag))
        let snapshot = try await session.inspect(openingWith: { _ in ProtectionCase.password })
        let plan = try ProtectionPlan(snapshot, goal, isOpen: await session.isOpen)
        var lines = ["", "== \(title)"]
        for (index, step) in plan.steps.enumerated() {
            lines.append("\(index + 1). \(step.command)")
            lines.append("   \(step.purpose) (\(step.source))")
            lines += step.bits.map { "   | \($0.sentence)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
