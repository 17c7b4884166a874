/// Returns a product name in a normalized form, for comparing it with typed names.
///
/// `ultralight c` becomes equal to `Mifare Ultralight C`. `MIFARE Ultralight EV1 (MF0UL11)`, the product name
/// that users see, becomes equal to `Mifare Ultralight 11`, the product name in tag files.
package func productKey(_ name: String) -> String {
    var key = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if key.hasPrefix("mifare") { key.removeFirst(6) }
    for part in ["ev1", "mf0ulh", "mf0ul"] {
        if let range = key.firstRange(of: part) { key.removeSubrange(range) }
    }
    return key
}
