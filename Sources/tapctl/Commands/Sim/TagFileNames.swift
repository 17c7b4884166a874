/// The names of new tag files: one as it is given, several numbered so that they sort by number.
struct TagFileNames {
    let paths: [String]

    /// `seat.nfc` for three is `seat-1.nfc` to `seat-3.nfc`; `seats/` is `seats/tag-1.nfc` to `seats/tag-3.nfc`.
    init(_ name: String, count: Int) {
        var stem = name.hasSuffix("/") ? name + "tag" : name
        var ending = name.hasSuffix("/") ? ".nfc" : ""
        let start = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
        if let dot = stem[start...].lastIndex(of: "."), dot != start {
            ending = String(stem[dot...])
            stem = String(stem[..<dot])
        }
        guard count > 1 else {
            paths = [stem + ending]
            return
        }
        let width = String(count).count
        paths = (1...count).map { number in
            let digits = String(number)
            return stem + "-" + String(repeating: "0", count: width - digits.count) + digits + ending
        }
    }
}
