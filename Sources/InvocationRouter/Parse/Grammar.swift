/// The terms of the grammar in `docs/invocation-url.md` §2. Each function percent-decodes a range of the URL
/// before it checks the octets.
extension Span<UInt8> {
    /// Returns whether the range is an organization id: 1...64 letters, digits, `.`, `_` and `-`, beginning
    /// and ending with a letter or digit.
    func isOrg(_ range: Range<Int>) -> Bool { isName(range, atMost: 64) }

    /// Returns whether the range is a fund id: 1...32 letters, digits, `.`, `_` and `-`, beginning and ending
    /// with a letter or digit.
    func isFund(_ range: Range<Int>) -> Bool { isName(range, atMost: 32) }

    /// Returns whether the range is a tag id: 1...16 letters, digits, `_` and `-`.
    func isTag(_ range: Range<Int>) -> Bool { isWord(range, count: 1...16) }

    /// Returns whether the range has the form of a payment token: 22 characters of base64url (RFC 4648 §5),
    /// which encode 128 random bits.
    func isToken(_ range: Range<Int>) -> Bool { isWord(range, count: 22...22) }

    /// Parses the value of the parameter `m`: a UID, optionally followed by the letter `x` and a counter.
    /// Returns nil if the value is malformed.
    func mirror(_ range: Range<Int>) -> (uid: [UInt8], counter: UInt32?)? {
        var decoder = PercentDecoder(range)
        guard let uid = decoder.hexBytes(7, in: self) else { return nil }
        guard let separator = decoder.next(in: self) else { return (uid, nil) }
        guard separator == UInt8(ascii: "x"), let counter = decoder.hexBytes(3, in: self),
            decoder.position == range.upperBound
        else { return nil }
        return (uid, counter.reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Parses exactly `count` bytes in hexadecimal, in upper or lower case. Returns nil for any other text.
    func hexBytes(_ range: Range<Int>, count: Int) -> [UInt8]? {
        var decoder = PercentDecoder(range)
        guard let bytes = decoder.hexBytes(count, in: self), decoder.position == range.upperBound else {
            return nil
        }
        return bytes
    }

    /// Returns whether the range consists of letters, digits, `_` and `-`, and has an allowed number of these
    /// characters.
    private func isWord(_ range: Range<Int>, count allowed: ClosedRange<Int>) -> Bool {
        var count = 0
        var decoder = PercentDecoder(range)
        while let byte = decoder.next(in: self) {
            guard byte.isAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") else {
                return false
            }
            count += 1
        }
        return allowed.contains(count)
    }

    private func isName(_ range: Range<Int>, atMost limit: Int) -> Bool {
        var count = 0
        var previous: UInt8?
        var decoder = PercentDecoder(range)
        while let byte = decoder.next(in: self) {
            guard byte.isNameByte, previous != nil || byte.isAlphanumeric else { return false }
            previous = byte
            count += 1
        }
        guard let last = previous else { return false }
        return last.isAlphanumeric && count <= limit
    }
}

extension PercentDecoder {
    fileprivate mutating func hexBytes(_ count: Int, in text: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count {
            guard let high = next(in: text)?.hexValue, let low = next(in: text)?.hexValue else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
