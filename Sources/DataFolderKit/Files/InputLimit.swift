/// Size limits for untrusted input, so that a large input cannot exhaust memory.
package enum InputLimit {
    /// The maximum size of a file or of standard input, in bytes.
    package static let fileBytes = 8 << 20
    /// The maximum length in bytes of a line that is read from a stream.
    package static let lineBytes = 64 << 10
}
