import TagDumps
import TagKit

/// Which promise of tag files these bytes break; nil when they break none.
///
/// A file is read or refused. An image that was read is checked, searched for a message and written in every form,
/// and the Flipper form and Proxmark's JSON read as the same image again.
func nfcFileProblem(_ bytes: [UInt8]) -> String? {
    guard let image = try? TagImage(reading: bytes, named: nil) else { return nil }
    _ = image.check()
    _ = try? image.message()
    for format in DumpFormat.writable {
        guard let file = try? image.contents(as: format) else { continue }
        guard format == .flipper || format == .proxmarkJSON else { continue }
        guard let again = try? TagImage(reading: file) else {
            return "what was written as \(format) is not read"
        }
        guard again.memory == image.memory else { return "\(format) changed the memory" }
        guard again.uid == image.uid || format == .proxmarkJSON else { return "\(format) changed the UID" }
        guard again.counters == image.counters || format == .proxmarkJSON else {
            return "\(format) changed counters"
        }
    }
    return nil
}
