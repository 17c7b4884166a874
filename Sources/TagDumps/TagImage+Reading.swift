extension TagImage {
    /// Reads a file of a tag, whatever its format.
    ///
    /// - Parameters:
    ///   - bytes: The whole file, at most 1 MiB.
    ///   - name: What the file is called; it only decides where the content fits two formats.
    /// - Throws: ``DumpError`` with the line or the byte where the reading ended.
    public init(reading bytes: [UInt8], named name: String? = nil) throws(DumpError) {
        switch try DumpFormat(of: bytes, named: name) {
        case .flipper: self = try FlipperReader.image(bytes)
        case .proxmarkJSON: self = try ProxmarkJSON.image(bytes)
        case .proxmarkBinary, .raw: self = try RawMemory.image(bytes)
        case .mct: self = try MCTText.image(bytes)
        case .tagInfo: self = try TagInfoText.image(bytes)
        case .tagInfoXML: self = try TagInfoXML.image(bytes)
        case .nfcToolsApp: self = try NFCToolsAppText.image(bytes)
        case .nfcpy: self = try NfcpyText.image(bytes)
        case .nfctools: self = try NFCToolsText.image(bytes)
        case .eml, .hex: self = try HexDump.image(bytes)
        }
    }
}
