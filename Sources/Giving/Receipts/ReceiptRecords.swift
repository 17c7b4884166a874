/// Receipts and their series, within one unit of work.
public protocol ReceiptRecords {
    /// Takes the next place of a segment of a series: 1, 2, 3. It is given back only with the whole unit, so that no number
    /// is ever left out.
    func takeReceiptPosition(organization: String, year: Int, segment: Int) throws -> Int64
    /// Begins a segment of every series: from now on, numbers are taken in it.
    func begin(_ segment: ReceiptSegment) throws
    /// The segments that were begun, in their order; none before the first backup was restored.
    func receiptSegments() throws -> [ReceiptSegment]
    /// The series of an organization, or of all, segment by segment, after one of them.
    func receiptSeries(organization: String?, after: ReceiptSeries?, limit: Int) throws -> [ReceiptSeries]
    /// Keeps a receipt: a new one, or its next state. Two of one gift never have the same revision.
    func save(_ receipt: Receipt) throws
    /// The receipt of this number, or nil.
    func receipt(_ number: ReceiptNumber) throws -> Receipt?
    /// All receipts that a gift has had, the oldest first.
    func receipts(ofGift gift: String) throws -> [Receipt]
    /// Of a series, in the order of their numbers, after a place in a segment.
    func receipts(organization: String, year: Int, segment: Int, behind position: Int64, limit: Int) throws
        -> [Receipt]
    /// Of a donor, in the order of series and number, behind a number.
    func receipts(ofDonor donor: String, behind number: ReceiptNumber?, limit: Int) throws -> [Receipt]
    /// What is wrong with the series, a sentence each; nothing if every segment has every number from 1 on once.
    func receiptProblems() throws -> [String]
}

extension ReceiptRecords {
    /// Of a series, in the order of their numbers, from its beginning.
    public func receipts(organization: String, year: Int, behind position: Int64, limit: Int) throws
        -> [Receipt]
    {
        try receipts(organization: organization, year: year, segment: 0, behind: position, limit: limit)
    }
}
