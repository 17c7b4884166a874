public import TagDumps
import TagSecurity

extension TagImage {
    /// The same tag with a signature of its UID by the simulator's key, if its chip answers READ_SIG.
    ///
    /// Such a virtual tag counts as genuine on a simulated reader, and on no other.
    public var signedBySimulator: TagImage {
        var image = self
        if product == Self.ntag424 {
            image.signature = SimulatorSigner.signature424(uid: uid)
        } else if let chip = Type2Chip.all.first(where: { $0.product == product }),
            chip.features.contains(.ev1)
        {
            image.signature = SimulatorSigner.signature(uid: uid)
        }
        return image
    }
}
