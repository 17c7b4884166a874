/// Chips that do not know GET_VERSION, by the pages that they have.
extension Chip {
    /// What the questions of ``TagSession`` showed, in their order; nil where an earlier answer made it needless.
    struct Probes: Hashable, Sendable {
        /// `1A 00` was answered with a challenge.
        var answersAuthenticate: Bool
        /// READ of page 26h, 2Ch, 30h was answered.
        var hasPage26: Bool?
        var hasPage2C: Bool?
        var hasPage30: Bool?
    }

    /// The chip that answers in this way.
    ///
    /// Source: the memory maps of the data sheets: Ultralight ends at page 0Fh, NTAG203 at 29h, NTAG213 at 2Ch.
    ///
    /// - Parameter container: Page 3: a chip that claims more than NTAG213's 144 bytes is an unknown one.
    init(_ probes: Probes, container: [UInt8]) {
        if probes.answersAuthenticate {
            self = .ultralightC
        } else if probes.hasPage26 != true {
            self = .ultralight
        } else if probes.hasPage2C != true {
            self = .ntag203
        } else if container.count > 2, container[2] > Self.ntag213.memory?.container[2] ?? 0 {
            self = .unsupported(
                "an unknown Type 2 chip", "it has no GET_VERSION and claims \(Int(container[2]) * 8) bytes")
        } else {
            let product = probes.hasPage30 == true ? "Fudan FM11NT021" : "NTAG213 copy without GET_VERSION"
            self = Self.ntag213.named(product, isClone: true, features: [])
        }
    }
}
