import Foundation
import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSimulator
import Testing

/// A box of tags in files, some of them bad, and the pile of tags still to be programmed.
struct SaturdayBox {
    /// The condition of a tag, and the reason why it must be rejected.
    enum Kind: String, CaseIterable { case good, dud, foreign, locked, counterfeit, clone }

    /// A tag in the box.
    struct Item: Hashable {
        var name: String
        var uid: [UInt8]
        var kind: Kind
        var defects: [String] = []
        /// Whether the tag is pulled away the next time it is presented.
        var isPulled = false
        /// Whether the tag is lost after its programming has begun, like a tag that fell under a table.
        var isLost = false

        /// Whether the tag may get a seat.
        var isUsable: Bool { kind == .good || kind == .counterfeit }
    }

    let folder: URL
    /// All tags, in the order in which they were made.
    private(set) var items: [Item] = []
    /// The tags still to be programmed, in this order.
    var pile: [Item] = []
    private var random: SeededGenerator
    /// The tags' files as they were made.
    private var blank: [String: Data] = [:]

    /// The codes with which a tag may be rejected.
    static let reasons: [Kind: Set<String>] = [
        .dud: ["nak", "verifyFailed"], .foreign: ["holdsAnotherMessage"], .locked: ["readOnly"],
        .clone: ["doubledUID"],
    ]

    /// One tag in thirty is a dud, and one in forty is foreign, locked or counterfeit, with at least one of
    /// each kind. One in twenty is pulled away when it is presented; two of those never come back.
    init(in folder: URL, tags: Int, seed: UInt64) async throws {
        self.folder = folder
        random = SeededGenerator(seed: seed)
        for number in 0..<tags {
            var item = Item(name: Self.name(number), uid: Self.uid(number), kind: kind(number))
            item.isPulled = item.kind == .good && isOneIn(20)
            if number == 3 || number == 5 { (item.kind, item.isPulled, item.isLost) = (.good, true, true) }
            if item.kind == .dud {
                // Pages whose bytes change with every URL: a stuck page that does not need to change is not a fault.
                item.defects = [(isOneIn(2) ? "worn-page=" : "stuck-page=") + "\(draw(5...12))"]
            } else if item.kind == .counterfeit {
                item.defects = ["no-signature"]
            }
            try await make(item)
        }
        pile = items
    }

    private mutating func kind(_ number: Int) -> Kind {
        let certain: [Int: Kind] = [7: .dud, 11: .foreign, 13: .locked, 17: .counterfeit]
        let draw = Double.random(in: 0..<1, using: &random)
        if let kind = certain[number] { return kind }
        // The first tags always get seats, so that there is something to copy.
        guard number >= 3, draw < 1.0 / 30 + 1.0 / 40 else { return .good }
        return draw < 1.0 / 30
            ? .dud : [.foreign, .locked, .counterfeit].randomElement(using: &random) ?? .locked
    }

    mutating func isOneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// Adds a blank copy of a tag that has a seat to the pile.
    mutating func addClone(of uid: [UInt8], at place: Int) async throws {
        let item = Item(name: Self.name(items.count), uid: uid, kind: .clone)
        try await make(item)
        pile.insert(item, at: min(place, pile.count))
    }

    /// The next tags to present, one after another. A tag that is pulled away is presented alone.
    func next(_ most: Int) -> [Item] {
        guard let first = pile.first, !first.isPulled else { return Array(pile.prefix(1)) }
        return Array(pile.prefix(most).prefix { !$0.isPulled })
    }

    /// Returns a started but unfinished tag to the pile: half of them immediately, a third later, the others
    /// never.
    mutating func putBack(_ item: Item) {
        var again = item
        again.isPulled = item.kind == .good && isOneIn(20)
        pile.removeAll { $0.name == item.name }
        if item.isLost { return }
        switch (item.kind, Int.random(in: 0..<6, using: &random)) {
        case (_, 0...2): pile.insert(again, at: 0)
        case (.good, 5): break
        default: pile.insert(again, at: min(pile.count, Int.random(in: 0..<40, using: &random)))
        }
    }

    /// Returns the `sim:` name of a reader with these tags: a folder of links in their order, or a script
    /// that pulls a tag away.
    mutating func reader(for items: [Item], in scratch: URL) throws -> String {
        if let first = items.first, first.isPulled {
            let script = scratch.appending(path: "pulled.script")
            let lines = "0 ms: put box/\(first.name)\n\(pull(always: first.isLost))\n"
            try Data(lines.utf8).write(to: script)
            return "sim:\(script.path)"
        }
        let visits = scratch.appending(path: "visits")
        try? FileManager.default.removeItem(at: visits)
        try FileManager.default.createDirectory(at: visits, withIntermediateDirectories: true)
        for (order, item) in items.enumerated() {
            try FileManager.default.createSymbolicLink(
                at: visits.appending(path: Self.name(order)),
                withDestinationURL: folder.appending(path: item.name))
        }
        return "sim:\(visits.path)"
    }

    /// Before a command, or within a page write that leaves the old bytes, the new ones, or others.
    private mutating func pull(always: Bool) -> String {
        if !always, Bool.random(using: &random) { return "command \(draw(0...24)): tag leaves" }
        let tear = ["old", "new", "garbage \(draw(1...1000))"].randomElement(using: &random) ?? "old"
        return "write \(draw(0...12)): tag leaves \(tear)"
    }

    /// The tag in a file of the box, as it is now.
    func tag(_ item: Item) throws -> any VirtualTag {
        let path = folder.appending(path: item.name)
        return try makeVirtualTag(from: TagImage(reading: Array(Data(contentsOf: path)), named: path.path))
    }

    /// The tag as it was put into the box.
    private func image(_ item: Item) async throws -> TagImage {
        var image = try #require(TagImage.factory(product: "NTAG213", uid: item.uid)).signedBySimulator
        image.defects = item.defects
        switch item.kind {
        case .good, .clone, .dud, .counterfeit: break
        case .foreign:
            let message = try NDEFMessage([URIRecord("https://example.org/menu").record()]).encoded()
            let reader = DirectReader(try makeVirtualTag(from: image))
            let session = TagSession(reader)
            let snapshot = try await session.inspect(.writing(messageBytes: message.count))
            _ = try await session.execute(ProgrammingPlan(snapshot, .message(message), options: .overwrite))
            image = await reader.field.tags[0].image
        case .locked:
            let reader = DirectReader(try makeVirtualTag(from: image))
            _ = try await reader.select(within: .seconds(1))
            _ = try await reader.send(.write(page: 2, data: [0, 0, 0xFF, 0xFF]))
            image = await reader.field.tags[0].image
        }
        return image
    }

    private mutating func make(_ item: Item) async throws {
        let file = Data(try await image(item).contents(as: .flipper))
        try file.write(to: folder.appending(path: item.name))
        items.append(item)
        blank[item.name] = file
    }

    /// Whether a tag was never written.
    func isUntouched(_ item: Item) throws -> Bool {
        try Data(contentsOf: folder.appending(path: item.name)) == blank[item.name]
    }

    private static func uid(_ number: Int) -> [UInt8] {
        [0x04, 0x11, 0x22, 0x33, 0x44, UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    private static func name(_ number: Int) -> String {
        String(repeating: "0", count: 4 - String(number).count) + "\(number).nfc"
    }
}
