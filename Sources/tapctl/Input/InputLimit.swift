/// How much is read from outside, so that no input can eat the memory.
enum InputLimit {
    /// Bytes of one file or of stdin: more than the text of any tag.
    static let fileBytes = 8 << 20
    /// Bytes of one line of a stream.
    static let lineBytes = 64 << 10
}
