/// A product's name as it is compared with what people type: `ultralight c` is `Mifare Ultralight C`, and
/// `MIFARE Ultralight EV1 (MF0UL11)`, as `tag info` prints it, is `Mifare Ultralight 11`, as files of tags do.
package func productKey(_ name: String) -> String {
    var key = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if key.hasPrefix("mifare") { key.removeFirst(6) }
    for part in ["ev1", "mf0ulh", "mf0ul"] {
        if let range = key.firstRange(of: part) { key.removeSubrange(range) }
    }
    return key
}
