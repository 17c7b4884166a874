/// The status words of these readers, as answers.
enum StatusWord {
    static let done: [UInt8] = [0x90, 0x00]
    /// The tag refused, or was silent: readers do not tell.
    static let failed: [UInt8] = [0x63, 0x00]
    static let wrongLength: [UInt8] = [0x67, 0x00]
    static let notSupported: [UInt8] = [0x6A, 0x81]
    static let unknownInstruction: [UInt8] = [0x6D, 0x00]
    /// The chip in the reader does not know the command. Source: nfc-tools/libnfc#251.
    static let chipRefuses: [UInt8] = [0x63, 0x7F]
}
