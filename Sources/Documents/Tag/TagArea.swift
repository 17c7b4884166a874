package import InvocationRouter
import TagKit

/// The size and layout of a new chip's data area, which determine the space for a message.
package struct TagArea: Equatable, Sendable {
    /// The product name of the chip.
    package let product: String
    /// The size of the data area in bytes.
    package let bytes: Int
    /// The layout of the data area, which determines the number of bytes that are needed in addition to the
    /// message.
    package let layout: LengthBudget.Layout

    /// The supported chips: the Type 2 tags, sorted by the size of their data areas, followed by a Type 4
    /// tag.
    package static let known: [TagArea] =
        Chip.supportedType2.compactMap { chip in
            chip.memory.map { memory in
                TagArea(
                    product: chip.product, bytes: memory.areaBytes,
                    layout: .type2(controlTLVBytes: memory.controlTLVs.count))
            }
        } + [
            // The NDEF file has 256 bytes, including 2 for the length. Source: NXP NT4H2421Gx data sheet §8.2.3.
            TagArea(product: "NTAG 424 DNA", bytes: 254, layout: .type4)
        ]

    /// Returns the chip with this name, or the only chip whose name contains this text. The comparison
    /// ignores case, and all characters except letters and digits.
    ///
    /// - Throws: ``UnknownChip``, which suggests the most similar name.
    package static func named(_ name: String) throws(UnknownChip) -> TagArea {
        func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
        let matching = known.filter { plain($0.product).contains(plain(name)) }
        if let exact = known.first(where: { productKey($0.product) == productKey(name) }) { return exact }
        if matching.count == 1, let only = matching.first { return only }
        let near = nearest(to: name, among: known.map(\.product))
        throw UnknownChip(
            message: near.map { "Did you mean '\($0)'?" }
                ?? "The supported chips are: \(known.map(\.product).joined(separator: ", ")).")
    }
}

/// The error for a name that matches no supported chip or more than one.
package struct UnknownChip: Error {
    /// A suggestion: the most similar name, or a list of all names.
    package let message: String
}
