/// A place in the log of an organization's news.
struct LiveCursor: Hashable, Sendable {
    /// Which log: one that began anew has another number.
    var log: UInt64
    /// Of the last change that is known, from 1 on; 0 before the first.
    var number: Int

    init(log: UInt64, number: Int) {
        self.log = log
        self.number = number
    }

    /// A place as a client sends it back; nil for anything that is none.
    init?(_ text: String) {
        let halves = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 36, halves.count == 2, let log = UInt64(halves[0], radix: 16),
            let number = Int(halves[1]), number >= 0
        else { return nil }
        self.init(log: log, number: number)
    }

    /// `5f2c…-17`
    var text: String { "\(String(log, radix: 16))-\(number)" }
}
