extension String {
    /// Creates a string from UTF-8 octets, or nil if they are not UTF-8.
    ///
    /// Most texts are ASCII, for which the generic validation of the standard library is not needed.
    init?(utf8 octets: some Collection<UInt8>) {
        if octets.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: octets, as: UTF8.self)
        } else {
            self.init(validating: octets, as: UTF8.self)
        }
    }
}
