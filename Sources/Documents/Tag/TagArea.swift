package import InvocationRouter
import TagKit

/// The room for a message on a chip as it leaves its factory.
package struct TagArea: Equatable, Sendable {
    /// The product's name.
    package let product: String
    /// What its capability container states.
    package let bytes: Int
    /// What else the area holds.
    package let layout: LengthBudget.Layout

    /// The chips with a known area, by rising memory; the last is a Type 4 tag.
    package static let known: [TagArea] =
        Chip.supportedType2.compactMap { chip in
            chip.memory.map { memory in
                TagArea(
                    product: chip.product, bytes: memory.areaBytes,
                    layout: .type2(controlTLVBytes: memory.controlTLVs.count))
            }
        } + [
            // An NDEF file of 256 bytes, 2 of them the length: NXP NT4H2421Gx data sheet §8.2.3.
            TagArea(product: "NTAG 424 DNA", bytes: 254, layout: .type4)
        ]

    /// The chip of this name; letter case and white space do not matter.
    ///
    /// - Throws: ``UnknownChip``, with the nearest right word.
    package static func named(_ name: String) throws(UnknownChip) -> TagArea {
        func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let matching = known.filter { plain($0.product).contains(plain(name)) }
        if let exact = known.first(where: { productKey($0.product) == productKey(name) }) { return exact }
        if matching.count == 1, let only = matching.first { return only }
        let near = nearest(to: name, among: known.map(\.product))
        throw UnknownChip(
            message: near.map { "Did you mean '\($0)'?" }
                ?? "There is: \(known.map(\.product).joined(separator: ", ")).")
    }
}

/// A name that no known chip has, or several have.
package struct UnknownChip: Error {
    /// The nearest right word, or all that there are.
    package let message: String
}
