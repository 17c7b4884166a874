import SimulationKit
import TagDumps
import TagSimulator
import TestSupport
import Testing

@testable import TagKit

/// A chip with a message, to be locked, protected or unprotected.
struct ProtectionCase: Sendable, CustomTestStringConvertible {
    var chip: Chip
    var virtual: Type2Chip
    var goal: ProtectionGoal
    var testDescription: String { "\(chip.product), \(goal)" }

    static let password = secret("1F 2E 3D 4C", "5B 6A")
    static let message = TagBench.message(24)

    static func secret(_ password: String, _ acknowledge: String) -> TagPassword {
        guard let secret = TagPassword(password: hex(password), acknowledge: hex(acknowledge)) else {
            preconditionFailure("a password has 4 bytes and 2")
        }
        return secret
    }

    /// Every supported chip, in TagKit and in the simulator.
    static let chips: [(chip: Chip, virtual: Type2Chip)] = [
        (.ultralight, .ultralight), (.ultralight11, .ultralight11), (.ultralight21, .ultralight21),
        (.ultralightC, .ultralightC), (.ntag203, .ntag203), (.ntag210, .ntag210), (.ntag212, .ntag212),
        (.ntag213, .ntag213), (.ntag215, .ntag215), (.ntag216, .ntag216),
    ]

    /// Chips with PWD and PACK.
    static let passwordChips = chips.filter { $0.chip.memory?.configurationPage != nil }

    /// Every chip that can be locked, and every chip that can have a password.
    static let all =
        chips.map { ProtectionCase(chip: $0, virtual: $1, goal: .permanent()) }
        + passwordChips.flatMap { chip, virtual in
            [ProtectionGoal.password(attemptLimit: 0), .password(attemptLimit: 5), .open].map {
                ProtectionCase(chip: chip, virtual: virtual, goal: $0)
            }
        }

    /// The tag before the change: with a message, and with a password if one is to be removed.
    func bench() async -> TagBench {
        let memory = chip.memory
        let site = MessageSite.factory(memory?.controlTLVs ?? [], areaBytes: memory?.areaBytes ?? 0)
        var area = [UInt8](repeating: 0, count: memory?.areaBytes ?? 0)
        area.replaceSubrange(0..<(site.front?.count ?? 0), with: site.front ?? [])
        site.layout(messageBytes: Self.message.count, areaBytes: area.count)?.write(Self.message, into: &area)
        var bench = TagBench(virtual, area: area)
        if goal == .open {
            let made = await bench.protect(.password(attemptLimit: 0), Self.password)
            precondition(made.error == nil, "\(String(describing: made.error))")
        }
        return bench
    }
}

extension Type2Memory {
    /// The page of CFG0.
    var configurationPage: Int? {
        if case .configuration(let page) = protection { page } else { nil }
    }
}

extension TagBench {
    /// The result of one attempt to protect a tag.
    struct Protected: Sendable {
        var plan: ProtectionPlan?
        var report: WriteReport?
        var error: TagError?
        var counts: FieldCounts
        var milliseconds = 0
    }

    /// Inspects the tag, opens it, makes a plan and executes it. The bench keeps the resulting tag.
    mutating func protect(
        _ goal: ProtectionGoal, _ password: TagPassword?, _ options: ProtectionOptions = [],
        faults: FaultPlan = FaultPlan()
    ) async -> Protected {
        let reader = DirectReader(tag, faults: faults)
        let session = TagSession(reader)
        var outcome = Protected(counts: await reader.field.counts)
        do throws(TagError) {
            let snapshot = try await session.inspect(openingWith: { _ in password })
            let plan = try ProtectionPlan(snapshot, goal, isOpen: await session.isOpen, options: options)
            outcome.plan = plan
            outcome.report = try await session.execute(plan, password: password)
        } catch {
            outcome.error = error
        }
        let field = await reader.field
        outcome.counts = field.counts
        outcome.milliseconds = field.elapsedMicroseconds / 1_000
        tag = field.tags[0]
        return outcome
    }
}
