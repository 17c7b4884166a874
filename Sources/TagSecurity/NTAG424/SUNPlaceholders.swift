import TagKit

/// Where in a message the chip lays PICCData and the code over zeros that keep their places.
public struct SUNPlaceholders: Hashable, Sendable {
    /// What stands in the URL where the chip puts its own, last of the parameters: as many zeros.
    ///
    /// Source: `docs/invocation-url.md` §7.
    public static let text = "picc_data=00000000000000000000000000000000&cmac=0000000000000000"

    /// Of PICCData's 32 characters, counted from the message's first byte.
    let piccData: Int
    /// Of the code's 16 characters.
    let mac: Int

    /// Finds the place.
    ///
    /// - Parameter message: An encoded NDEF message.
    /// - Throws: `notAllowedHere` for a message that does not hold ``text`` once.
    init(in message: [UInt8]) throws(TagError) {
        let text = Array(Self.text.utf8)
        let starts = message.indices.filter { message[$0...].starts(with: text) }
        guard let start = starts.first, starts.count == 1 else {
            throw TagError(
                .notAllowedHere, "the URL has no one place for the tag's code",
                reason: "\(starts.count) places were found", remedy: "end it with \(Self.text)")
        }
        piccData = start + "picc_data=".utf8.count
        mac = piccData + 32 + "&cmac=".utf8.count
    }

    /// What the tag is told. The code is over nothing but its key, the UID and the counter: `docs/invocation-url.md` §6.
    ///
    /// - Parameter lengthBytes: How many bytes of NLEN stand in front of the message.
    func mirror(behind lengthBytes: Int = 2) -> SDMSettings.Mirror {
        SDMSettings.Mirror(
            piccData: lengthBytes + piccData, macInput: lengthBytes + mac, mac: lengthBytes + mac)
    }

    /// A message as it was written, from the message that a phone reads: zeros where the chip's digits are.
    func blanked(_ message: [UInt8]) -> [UInt8] {
        guard mac + 16 <= message.count else { return message }
        var message = message
        for index in [piccData..<piccData + 32, mac..<mac + 16].joined() { message[index] = 0x30 }
        return message
    }
}
