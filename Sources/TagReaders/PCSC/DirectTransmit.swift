import TagKit
import TextKit

/// APDUs that pass commands to the PN532 in an ACR122U or a similar reader.
///
/// Source: ACS, ACR122U API 2.04 §5.1 (envelope); NXP UM0701-02 §7 (commands).
enum DirectTransmit {
    /// GetFirmwareVersion (§7.2.2). Only a PN532 responds to this command, so a response shows that the
    /// reader contains a PN532.
    static let getFirmwareVersion = envelope([0xD4, 0x02])
    /// RFConfiguration, item 5 (§7.3.1): limits the polling of an empty field to two attempts. By default,
    /// polling never ends.
    static let finiteRetries = envelope([0xD4, 0x32, 0x05, 0x00, 0x01, 0x02])
    /// RFConfiguration, item 1: switches the field off (§7.3.1).
    static let fieldOff = envelope([0xD4, 0x32, 0x01, 0x00])
    static let fieldOn = envelope([0xD4, 0x32, 0x01, 0x01])
    /// InListPassiveTarget: selects one tag of type A at 106 kbit/s (§7.3.5).
    static let listTarget = envelope([0xD4, 0x4A, 0x01, 0x00])

    /// Returns the InDataExchange command, which sends a MIFARE command to target 1. The chip reports the
    /// 4-bit ACK of a WRITE as success (§7.3.8).
    static func exchange(_ bytes: [UInt8]) -> [UInt8] { envelope([0xD4, 0x40, 0x01] + bytes) }

    /// Returns the InCommunicateThru command, which sends the bytes unchanged and appends a CRC (§7.3.9).
    static func communicate(_ bytes: [UInt8]) -> [UInt8] { envelope([0xD4, 0x42] + bytes) }

    private static func envelope(_ bytes: [UInt8]) -> [UInt8] {
        [0xFF, 0x00, 0x00, 0x00, UInt8(bytes.count)] + bytes
    }

    /// Extracts the data from the chip's response to `command`. The data starts after the two bytes that
    /// identify the response.
    ///
    /// - Throws: `unsupportedCommand` if the chip reports a syntax error, which the reader returns as `63
    ///   7F`; the error that any other status word reports; `readerProtocol` if the response is invalid.
    static func data(_ answer: ReaderResponse, command: UInt8) throws(TagError) -> [UInt8] {
        if answer.status == 0x637F {
            throw TagError(
                .unsupportedCommand, "the reader's chip does not support this command", reason: answer.reason)
        }
        let bytes = try answer.data()
        guard bytes.count >= 2, bytes[0] == 0xD5, bytes[1] == command &+ 1 else {
            throw ReaderResponse.senseless(
                bytes.isEmpty
                    ? "the chip's response is empty"
                    : "the chip's response begins with \(Hex.upper(bytes.prefix(2)))")
        }
        return Array(bytes.dropFirst(2))
    }

    /// Returns the tag's response to an exchange, without the chip's status byte. The response must have
    /// `count` bytes; if `count` is nil, any length is accepted.
    ///
    /// - Throws: `tagLost` if the tag does not respond; `nak` for any other error status (§7.1);
    ///   `readerProtocol` if the response is incomplete or has a different length.
    static func tagAnswer(
        _ answer: ReaderResponse, command: UInt8, count: Int?
    ) throws(TagError) -> [UInt8] {
        let data = try data(answer, command: command)
        guard let status = data.first else { throw ReaderResponse.senseless("the chip's status is missing") }
        let reason = "the reader's chip reports \(Hex.upper([status]))"
        // Bits 6 and 7 signal more data and NAD; the other six are the error.
        switch status & 0x3F {
        case 0x00: break
        case 0x01:
            throw .silent(reason: reason)
        default: throw TagError(.nak, "the tag refused the command", reason: reason)
        }
        let said = Array(data.dropFirst())
        if let count, said.count != count {
            throw ReaderResponse.senseless("\(count) bytes requested, but \(said.count) received")
        }
        return said
    }

    /// Returns the tag that InListPassiveTarget has selected; nil if no tag responded.
    static func target(_ answer: ReaderResponse) throws(TagError) -> SelectedTag? {
        let data = try data(answer, command: 0x4A)
        guard data.first != 0 else { return nil }
        // Count, number, ATQA, SAK, length of the UID, UID, and the ATS with TL if there is one.
        guard data.count >= 6, data.count >= 6 + Int(data[5]), [4, 7, 10].contains(data[5]) else {
            throw ReaderResponse.senseless("the target data is incomplete or invalid (length \(data.count))")
        }
        let end = 6 + Int(data[5])
        return SelectedTag(
            atqa: UInt16(bytes: data[2...3]), sak: data[4], uid: Array(data[6..<end]),
            ats: Array(data.dropFirst(end + 1)))
    }
}
