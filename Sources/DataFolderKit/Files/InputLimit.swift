/// How much is read from outside, so that no input can eat the memory.
package enum InputLimit {
    /// Bytes of one file or of stdin: more than the text of any tag.
    package static let fileBytes = 8 << 20
    /// Bytes of one line of a stream.
    package static let lineBytes = 64 << 10
}
