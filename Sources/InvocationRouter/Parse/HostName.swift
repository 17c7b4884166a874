/// The rules for host names, and for names that can be confused with the hosts of the service.
enum HostName {
    /// The brand's domain. A host name with more labels after this domain, such as `tap.giving.example`,
    /// imitates the service. The domain itself and its subdomains do not imitate the service.
    private static let brandDomain = Array("tap.giving".utf8)

    /// Returns whether the text is a host name: labels of letters, digits, `-` and `_` with single dots
    /// between them, at most 253 octets (RFC 1035 §2.3.4).
    static func isWellFormed(_ host: [UInt8]) -> Bool {
        guard (1...253).contains(host.count) else { return false }
        return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            label in
            !label.isEmpty
                && label.allSatisfy {
                    $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
        }
    }

    /// Returns whether a host, in lower case, can be confused with one of the hosts in `ours`.
    ///
    /// Returns true if the host differs from one of `ours` by at most two edits, or if one of its labels is
    /// in punycode. Also returns true if the host contains one of `ours` or the brand's domain, followed by
    /// more labels.
    static func looksLikeOurs(_ host: [UInt8], ours: [[UInt8]]) -> Bool {
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.contains(where: { $0.starts(with: "xn--".utf8) }) { return true }
        if ours.contains(where: { isWithinTwoEdits(host, $0) }) { return true }
        return (ours + [brandDomain]).contains { name in
            let name = name.split(separator: UInt8(ascii: "."))
            guard labels.count > name.count else { return false }
            return (0..<labels.count - name.count).contains { start in
                labels[start..<start + name.count].elementsEqual(name)
            }
        }
    }

    /// Returns whether one name can be changed into the other by inserting, deleting or replacing at most two
    /// octets.
    static func isWithinTwoEdits(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard abs(one.count - other.count) <= 2 else { return false }
        var previous = Array(0...other.count)
        for (row, byte) in one.enumerated() {
            var current = [row + 1]
            for (column, opposite) in other.enumerated() {
                let replaced = previous[column] + (byte == opposite ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[other.count] <= 2
    }
}
