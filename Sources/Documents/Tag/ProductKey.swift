/// Returns a product name in a normalized form, for comparison with names that users type.
///
/// For example, `ultralight c` and `Mifare Ultralight C` have the same key. The same applies to `MIFARE
/// Ultralight EV1 (MF0UL11)`, the name that users see, and `Mifare Ultralight 11`, the name in tag files.
package func productKey(_ name: String) -> String {
    var key = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if key.hasPrefix("mifare") { key.removeFirst(6) }
    for part in ["ev1", "mf0ulh", "mf0ul"] {
        if let range = key.firstRange(of: part) { key.removeSubrange(range) }
    }
    return key
}
