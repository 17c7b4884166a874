package import InvocationRouter
import TagKit

/// The space for a message on a chip as shipped from the factory.
package struct TagArea: Equatable, Sendable {
    /// The product's name.
    package let product: String
    /// The size of the data area in bytes.
    package let bytes: Int
    /// The layout, which determines the other contents of the area.
    package let layout: LengthBudget.Layout

    /// The chips with a known data area, by increasing size. The last one is a Type 4 tag.
    package static let known: [TagArea] =
        Chip.supportedType2.compactMap { chip in
            chip.memory.map { memory in
                TagArea(
                    product: chip.product, bytes: memory.areaBytes,
                    layout: .type2(controlTLVBytes: memory.controlTLVs.count))
            }
        } + [
            // The NDEF file has 256 bytes, 2 of them for the length: NXP NT4H2421Gx data sheet §8.2.3.
            TagArea(product: "NTAG 424 DNA", bytes: 254, layout: .type4)
        ]

    /// Returns the chip with this name, or the only chip whose name contains it. Only letters and digits are compared,
    /// in any letter case.
    ///
    /// - Throws: ``UnknownChip``, which suggests the nearest name.
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

/// The error of a name that matches no known chip, or several.
package struct UnknownChip: Error {
    /// A suggestion of the most similar name, or a list of all names.
    package let message: String
}
