/// The list of hosts that giving URLs can have.
public struct HostList: Hashable, Sendable {
    /// The hosts in lower case; at least one. New URLs use the first host.
    public let hosts: [String]
    /// The hosts as bytes.
    let bytes: [[UInt8]]
    /// The origins as bytes: `https://`, a host and a slash.
    let origins: [[UInt8]]

    /// The list with only `appclip.tap.giving`.
    public static let standard = HostList(lowercase: ["appclip.tap.giving"])

    /// Creates a list of hosts, ignoring case.
    ///
    /// - Returns: Nil if the list is empty, or if an element is not a host name: labels of letters, digits, `-` and `_`
    ///   with single dots between them, at most 253 octets.
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

    /// The first host, which new URLs use.
    public var primary: String { hosts[0] }

    /// Returns the list index of the host in a range of the text; nil if the list does not contain the host. The
    /// comparison ignores case and decodes nothing.
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
