import TagKit
import TextKit

extension Type2Tag {
    /// Returns the mirror that the configuration at power-up defines; nil if the mirror is off or does not
    /// fit into the user memory.
    ///
    /// NTAG210 and 212 have no MIRROR_CONF: a MIRROR_PAGE above 3 enables the UID mirror.
    func asciiMirror() -> ASCIIMirror? {
        let configuration = session.configuration
        guard chip.features.contains(.uidMirror), configuration.mirrorPage > 3 else { return nil }
        var wanted = chip.features.contains(.counterMirror) ? configuration.mirror >> 6 : 1
        // A counter that is disabled, or that requires a password that was not sent, is omitted.
        if !configuration.counts || configuration.counterNeedsPassword && !session.isAuthenticated {
            wanted &= 0b01
        }
        let counter = [16, 8, 0].map { UInt8(counters[2] >> UInt32($0) & 0xFF) }
        let text: String
        switch wanted {
        case 1: text = Hex.upper(uid)
        case 2: text = Hex.upper(counter)
        case 3: text = "\(Hex.upper(uid))x\(Hex.upper(counter))"
        default: return nil
        }
        let start = configuration.mirrorPage * 4 + Int(configuration.mirror >> 4 & 0b11)
        guard start + text.utf8.count <= (chip.lastUserPage + 1) * 4 else { return nil }
        return ASCIIMirror(text: Array(text.utf8), start: start)
    }
}

/// The text that an NTAG21x sends instead of a part of its memory: the UID, the NFC
/// counter, or both separated by an `x`.
///
/// The mirror changes only the data that a reader receives, not the memory.
///
/// Source: NXP NTAG213/215/216 data sheet §8.7; flipperdevices/flipperzero-firmware#3857.
struct ASCIIMirror: Hashable {
    /// The mirrored text in ASCII.
    var text: [UInt8]
    /// The offset at which the text begins, counted from the start of page 0.
    var start: Int

    /// Writes the mirror's text over one page of a response. The last four bytes of `bytes` must be the
    /// content of `page`. Bytes that the mirror does not cover stay unchanged.
    func lay(over bytes: inout [UInt8], page: Int) {
        let base = bytes.count - 4
        for offset in 0..<4 {
            let index = page * 4 + offset - start
            if text.indices.contains(index) { bytes[base + offset] = text[index] }
        }
    }
}
