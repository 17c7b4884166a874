/// The names in TYPE fields: US-ASCII, 1 to 255 bytes. Source: NFC Forum RTD 1.0 §3.3, §3.4; RFC 2046.
enum TypeName {
    /// `name` as it is, when it can stand in a TYPE field.
    static func checked(_ name: String, _ what: String) throws(NDEFError) -> String {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the \(what) is not US-ASCII") }
        try checkCount(name.utf8.count, what)
        return name
    }

    /// The text of a TYPE field.
    static func text(_ type: [UInt8], _ what: String) throws(NDEFError) -> String {
        try checkCount(type.count, what)
        guard type.allSatisfy({ $0 < 0x80 }) else { throw .badPayload("the \(what) is not US-ASCII") }
        return String(decoding: type, as: UTF8.self)
    }

    /// Refuses what is empty or does not fit the one length byte. Source: NDEF 1.0 §3.2.3.
    static func checkCount(_ count: Int, _ what: String) throws(NDEFError) {
        guard (1...255).contains(count) else {
            throw .badPayload("the \(what) has \(count) bytes, 1 to 255 are allowed")
        }
    }
}
