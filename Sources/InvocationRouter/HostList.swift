/// The hosts that a service accepts in giving URLs.
public struct HostList: Hashable, Sendable {
    /// The hosts in lower case, at least one. New URLs use the first host.
    public let hosts: [String]
    let bytes: [[UInt8]]
    /// The UTF-8 bytes of each host's origin, followed by a slash, such as `https://appclip.tap.giving/`.
    let origins: [[UInt8]]

    /// The list that contains only `appclip.tap.giving`.
    public static let standard = HostList(lowercase: ["appclip.tap.giving"])

    /// Creates a list from host names, which are converted to lower case.
    ///
    /// - Returns: Nil if the list is empty or an element is not a host name. A host name has at most 253
    ///   octets. Its labels consist of letters, digits, `-` and `_`, with single dots between the labels.
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

    /// The first host in the list. New URLs use this host.
    public var primary: String { hosts[0] }

    /// Looks up the host in a range of the text. Returns the host's index in the list, or nil if the list
    /// does not contain the host. Case is ignored, and nothing is percent-decoded.
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
