/// Identification of Type 2 chips by their pages. It is used if the chip does not support GET_VERSION or the
/// reader cannot send it.
extension Chip {
    /// The responses to the commands that ``TagSession`` sends to identify a chip whose version is unknown.
    /// An optional property is nil if its command was not sent.
    struct Probes: Hashable {
        /// Whether the chip does not support GET_VERSION. False if the reader cannot send that command.
        var refusesVersion: Bool
        /// Whether the tag responded with a challenge to the first command of an Ultralight C's
        /// authentication (`1A 00`).
        var answersAuthenticate: Bool
        var hasPage26: Bool?
        var hasPage2C: Bool?
        var hasPage30: Bool?
        /// Whether the memory ends at the last page of the product that the capability container indicates by
        /// its memory size: NTAG213, 215 or 216. Nil if this was not tested.
        var endsAsDeclared: Bool?
    }

    /// Identifies a chip from the probes and from its capability container (page 3), without its version.
    ///
    /// If the reader cannot send GET_VERSION, a chip with more than 44 pages is inferred to be an NTAG213,
    /// 215 or 216. The declared memory size and the last page must match the product. Otherwise, the chip is
    /// unknown.
    ///
    /// If the chip refuses GET_VERSION, a chip with more than 44 pages is a copy of the NTAG213. If
    /// such a chip declares more memory than an NTAG213, its product is unknown.
    ///
    /// Source: the memory maps of the data sheets: Ultralight ends at page 0Fh, NTAG203 at 29h, NTAG213 at
    /// 2Ch.
    init(_ probes: Probes, container: [UInt8]) {
        if probes.answersAuthenticate {
            self = .ultralightC
        } else if probes.hasPage26 != true {
            self = .ultralight
        } else if probes.hasPage2C != true {
            self = .ntag203
        } else if !probes.refusesVersion {
            if probes.endsAsDeclared == true, let product = Self.ntag(container) {
                self = product.inferred
            } else {
                self = .unsupported(
                    "an unknown Type 2 chip",
                    "this reader cannot request the chip's version, and the chip's pages do not match an NTAG213, 215 or 216"
                )
            }
        } else if container.count > 2, container[2] > Self.ntag213.memory?.container[2] ?? 0 {
            self = .unsupported(
                "an unknown Type 2 chip",
                "the chip did not report its version, and claims more memory than an NTAG213: "
                    + "\(Int(container[2]) * 8) bytes")
        } else {
            let product = probes.hasPage30 == true ? "Fudan FM11NT021" : "NTAG213 copy without GET_VERSION"
            self = Self.ntag213.named(product, isClone: true, features: [])
        }
    }

    /// Returns the NTAG213, 215 or 216 whose factory capability container declares the same memory size as
    /// `container`; nil if no product matches.
    static func ntag(_ container: [UInt8]) -> Chip? {
        guard container.count > 2 else { return nil }
        return [.ntag213, .ntag215, .ntag216].first { $0.memory?.container[2] == container[2] }
    }

    /// A copy of this chip that is marked as inferred.
    private var inferred: Chip {
        Chip(product, kind, memory: memory, features: features, isInferred: true)
    }

    /// Returns whether the chip could be the product that was identified earlier. If this chip was inferred,
    /// the product can be a copy or a variant, such as `NTAG213F` or `NTAG213 copy`.
    public func canBe(_ product: String) -> Bool {
        product == self.product || isInferred && product.contains(self.product)
    }
}
