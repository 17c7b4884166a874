import SimulationKit
import TagKit
import TestSupport

/// A Type 2 tag on paper: pages to which a plan's steps are applied without a reader or simulator.
struct PaperTag: Hashable {
    let chip: Chip
    var pages: [[UInt8]]

    static let uid = hex("04 39 91 C2 FC 67 80")

    /// A tag with a valid container whose data area begins with `area`. Everything else is zero, and nothing
    /// is locked or protected.
    init(_ chip: Chip, area: [UInt8]) {
        self.chip = chip
        let memory = chip.memory ?? Chip.ntag213.memory
        var pages = [[UInt8]](repeating: [0, 0, 0, 0], count: memory?.pageCount ?? 0)
        pages[0] = hex("04 39 91 24")
        pages[1] = hex("C2 FC 67 80")
        pages[2] = hex("D9 48 00 00")
        pages[3] = memory?.container ?? []
        for (offset, byte) in area.enumerated() { pages[4 + offset / 4][offset % 4] = byte }
        switch memory?.protection {
        case .configuration(let page): pages[page] = hex("00 00 00 FF")
        case .ultralightC: pages[42] = hex("30 00 00 00")
        case nil: break
        }
        self.pages = pages
    }

    /// The state that reading all pages would show.
    var snapshot: TagSnapshot {
        TagSnapshot(SelectedTag(atqa: 0x0044, sak: 0, uid: Self.uid), chip: chip, pages: pages.map { $0 })
    }

    /// The data area.
    var area: [UInt8] { Array(pages[4..<4 + snapshot.areaBytes / 4].joined()) }

    /// Applies a step.
    mutating func apply(_ step: ProgrammingStep) {
        guard case .page(let page) = step.place else { return }
        pages[page] = page == 3 ? zip(pages[3], step.new).map { $0 | $1 } : step.new
    }

    /// Interrupts a step, which leaves random bytes in its page.
    mutating func tear(_ step: ProgrammingStep, _ generator: inout SeededGenerator) {
        guard case .page(let page) = step.place else { return }
        pages[page] = generator.bytes(4)
    }

    /// Makes a plan and applies all of its steps.
    mutating func write(_ goal: ProgrammingGoal, _ options: ProgrammingOptions = .overwrite) throws {
        for step in try ProgrammingPlan(snapshot, goal, options: options).steps { apply(step) }
    }

    /// The message that a reader finds; nil if it can read none.
    var shown: [UInt8]? { snapshot.state == .unformatted ? nil : snapshot.message }
}

/// Data areas as found on tags: the TLVs before the message, the message, and the bytes after it.
struct PaperArea {
    /// The TLVs before the NDEF Message TLV.
    var front: [UInt8]
    /// The encoded message, empty for an empty one.
    var message: [UInt8]
    var hasTerminator = true
    /// Older bytes after the message.
    var stale: [UInt8] = []

    /// The bytes of the area. The message skips the bytes that `front` reserves.
    func bytes(areaBytes: Int) throws -> [UInt8] {
        var area = Array((front + stale + [UInt8](repeating: 0, count: areaBytes)).prefix(areaBytes))
        if !stale.isEmpty {
            for offset in front.count..<areaBytes { area[offset] = stale[offset % stale.count] }
        }
        let reserved = try Type2DataArea(parsing: front, areaBytes: areaBytes).reserved
        let layout = try NDEFMessageLayout(
            messageBytes: message.count, at: front.count, reserved: reserved, areaBytes: areaBytes)
        layout.write(message, into: &area)
        if !hasTerminator, let end = layout.terminatorOffset { area[end] = 0 }
        return area
    }

    /// A random area for this chip, with a message that fits.
    static func random(_ chip: Chip, _ generator: inout SeededGenerator) throws -> PaperArea {
        let areaBytes = chip.memory?.areaBytes ?? 0
        var front = Bool.random(using: &generator) ? chip.memory?.controlTLVs ?? [] : []
        front += [UInt8](repeating: 0, count: Int.random(in: 0...3, using: &generator))
        if Int.random(in: 0..<4, using: &generator) == 0 {
            // Memory Control: 10 bytes from address 40 on, 8 bytes a "page".
            front += hex("02 03 50 0A 03")
        }
        if Int.random(in: 0..<8, using: &generator) == 0 { front += hex("FD 02 AB CD") }
        return PaperArea(
            front: front, message: try message(front, areaBytes, &generator),
            hasTerminator: Int.random(in: 0..<4, using: &generator) > 0,
            stale: Bool.random(using: &generator) ? generator.bytes(7) : [])
    }

    /// A message that fits after `front`: empty, short, long, or as long as possible.
    static func message(
        _ front: [UInt8], _ areaBytes: Int, _ generator: inout SeededGenerator
    ) throws -> [UInt8] {
        let reserved = try Type2DataArea(parsing: front, areaBytes: areaBytes).reserved
        let largest =
            NDEFMessageLayout.largestMessage(at: front.count, reserved: reserved, areaBytes: areaBytes) ?? 0
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1: return []
        case 2: return TagBench.message(largest, fill: UInt8.random(in: 0x61...0x7A, using: &generator))
        default:
            let count = Int.random(
                in: 6...min(largest, Bool.random(using: &generator) ? 40 : 300), using: &generator)
            return TagBench.message(count, fill: UInt8.random(in: 0x61...0x7A, using: &generator))
        }
    }
}
