/// A search for payout ids and for the organization's name in the descriptions of deposits. The search
/// ignores case and punctuation, which banks often change.
struct BankWords {
    /// The result of searching the description of one deposit.
    struct Said: Hashable {
        /// The index of the payout whose id is in the description, or nil if no payout's id was found.
        var payout: Int?
        /// The strength of the match: 2 for a payout's id, 1 for the organization's descriptor, and 0 for
        /// neither.
        var strength: Int
    }

    /// The indexes of the payouts, keyed by payout id. Each id is reduced to its letters and digits, in upper
    /// case. If two reduced ids are equal, neither payout is included.
    private var payouts: [Substring: Int] = [:]
    private let lengths: Set<Int>
    private let descriptor: String?

    init(payouts ids: [String], descriptor: String?) {
        let plain = ids.map(Self.plain)
        for (index, id) in plain.enumerated() where id.count >= Self.least {
            payouts[id[...]] = payouts[id[...]] == nil ? index : -1
        }
        payouts = payouts.filter { $0.value >= 0 }
        lengths = Set(payouts.keys.map(\.utf8.count))
        let words = descriptor.map(Self.plain) ?? ""
        self.descriptor = words.count >= Self.least ? words : nil
    }

    /// The minimum number of letters and digits in an id or a descriptor. Shorter ids and descriptors are not
    /// searched for.
    private static let least = 5

    func said(in text: String) -> Said {
        let plain = Self.plain(text)
        for length in lengths {
            for start in plain.utf8.indices.prefix(max(0, plain.utf8.count - length + 1)) {
                let end = plain.utf8.index(start, offsetBy: length)
                if let payout = payouts[plain[start..<end]] { return Said(payout: payout, strength: 2) }
            }
        }
        return Said(payout: nil, strength: descriptor.map { plain.contains($0) } == true ? 1 : 0)
    }

    /// Returns the ASCII letters and digits of a string, in upper case.
    private static func plain(_ text: String) -> String {
        String(
            decoding: text.utf8.filter { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }, as: UTF8.self
        ).uppercased()
    }
}
