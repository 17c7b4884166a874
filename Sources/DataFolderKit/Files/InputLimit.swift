/// Limits on input from outside, so that none can exhaust the memory.
package enum InputLimit {
    /// The maximum size of a file or of standard input in bytes, more than the text of any tag.
    package static let fileBytes = 8 << 20
    /// The maximum length of a line of a stream in bytes.
    package static let lineBytes = 64 << 10
}
