extension TagImage {
    /// The image as a file of this format; reading it gives the same image, as far as the format can hold it.
    ///
    /// Passwords and keys that stand in pages and blocks are written as they are.
    ///
    /// - Throws: `incomplete` where the format has no word for a byte that nobody knows, `notRepresentable` where
    ///   it has none for such a tag.
    public func contents(as format: DumpFormat) throws(DumpError) -> [UInt8] {
        switch format {
        case .flipper: return Array(try FlipperWriter.text(self).utf8)
        default:
            throw DumpError(
                .notRepresentable, "the format \(format.rawValue) is only read",
                remedy: "write one of \(DumpFormat.writable.map(\.rawValue).joined(separator: ", "))")
        }
    }
}
