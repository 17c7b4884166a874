/// The hosts that giving URLs may have.
public struct HostList: Hashable, Sendable {
    /// The hosts in lower case, at least one; the first is the one that `make` writes.
    public let hosts: [String]
    /// The same as octets.
    let bytes: [[UInt8]]
    /// `https://`, the host and a slash, as octets.
    let origins: [[UInt8]]

    /// `appclip.tap.giving` alone.
    public static let standard = HostList(lowercase: ["appclip.tap.giving"])

    /// A list of hosts, taken without case.
    ///
    /// - Returns: nil when the list is empty, or when one of them is no host name: labels of letters, digits,
    ///   `-` and `_` with single dots between them, at most 253 octets.
    public init?(_ hosts: [String]) {
        let lowercase = hosts.map { $0.lowercased() }
        guard !lowercase.isEmpty, lowercase.allSatisfy({ HostName.isWellFormed(Array($0.utf8)) }) else {
            return nil
        }
        self.init(lowercase: lowercase)
    }

    private init(lowercase: [String]) {
        hosts = lowercase
        bytes = lowercase.map { Array($0.utf8) }
        origins = lowercase.map { Array("https://\($0)/".utf8) }
    }

    /// The first host: the one that `make` writes.
    public var primary: String { hosts[0] }

    /// Which host a range of the text is, compared without case and without any decoding.
    func index(of range: Range<Int>, in text: Span<UInt8>) -> Int? {
        bytes.firstIndex { host in
            guard host.count == range.count else { return false }
            for position in 0..<host.count
            where text[range.lowerBound + position].lowercasedASCII != host[position] {
                return false
            }
            return true
        }
    }
}
