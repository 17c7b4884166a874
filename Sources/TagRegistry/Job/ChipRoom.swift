public import InvocationRouter

/// The room for a message on a chip as it leaves its factory.
public struct ChipRoom: Hashable, Sendable {
    /// The product's name.
    public var product: String
    /// What its capability container states.
    public var areaBytes: Int
    /// What else the area holds.
    public var layout: LengthBudget.Layout

    /// The room of a product.
    public init(product: String, areaBytes: Int, layout: LengthBudget.Layout) {
        self.product = product
        self.areaBytes = areaBytes
        self.layout = layout
    }
}
