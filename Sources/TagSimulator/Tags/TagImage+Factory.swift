public import SimulationKit
public import TagDumps

extension TagImage {
    /// The products of which ``factory(product:uid:)`` knows the contents.
    public static let factoryProducts: [String] = Type2Chip.all.map(\.product)

    /// A tag as it leaves its factory.
    ///
    /// - Parameters:
    ///   - product: One of ``factoryProducts``, in upper or lower case.
    ///   - uid: 7 bytes.
    /// - Returns: nil for another product, or a UID of another length.
    public static func factory(product: String, uid: [UInt8]) -> TagImage? {
        guard let chip = Type2Chip.all.first(where: { $0.product.lowercased() == product.lowercased() }),
            uid.count == 7
        else { return nil }
        return Type2Tag(chip: chip, uid: uid).image
    }

    /// A tag as it leaves its factory, with a UID of NXP's: `04` and what the generator gives.
    public static func factory(product: String, from generator: inout SeededGenerator) -> TagImage? {
        let uid = [0x04] + (0..<6).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return factory(product: product, uid: uid)
    }
}
