/// What the chip says about an exchange with a tag: the first data byte of most answers.
///
/// Source: NXP UM0701-02 §7.1.
enum Status: UInt8, Error {
    case done = 0x00
    /// The tag has not answered in time.
    case timeout = 0x01
    /// The answer had a wrong CRC, or none where one was expected.
    case crcError = 0x02
    /// The answer does not fit into the chip's buffer.
    case bufferTooSmall = 0x07
    /// No peer switched its field on in time (active mode).
    case noPeerField = 0x0A
    /// The tag broke the protocol.
    case protocolError = 0x0B
    /// The data format does not match: also what a NAK of a MIFARE tag is reported as.
    case formatError = 0x13
    /// MIFARE authentication failed.
    case authenticationFailed = 0x14
    /// The command does not fit the context: no such target, or not in this mode.
    case wrongContext = 0x27
}
