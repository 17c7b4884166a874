/// Receipts and their series, within one unit of work.
public protocol ReceiptRecords {
    /// Takes the next position in a segment of a series: 1, 2, 3. The position is released only if the whole
    /// unit is rolled back, so the series has no gaps.
    func takeReceiptPosition(organization: String, year: Int, segment: Int) throws -> Int64
    /// Starts a new segment in every series. New numbers are taken from it.
    func begin(_ segment: ReceiptSegment) throws
    /// Returns all segments, in order. There are none while the books are complete.
    func receiptSegments() throws -> [ReceiptSegment]
    /// Returns a page of the receipt series of one organization, or of all, segment by segment.
    func receiptSeries(organization: String?, after: ReceiptSeries?, limit: Int) throws -> [ReceiptSeries]
    /// Saves a new receipt, or its new state. Each receipt of a gift has a different revision.
    func save(_ receipt: Receipt) throws
    /// Returns the receipt with this number, or nil.
    func receipt(_ number: ReceiptNumber) throws -> Receipt?
    /// Returns all receipts of a gift, oldest first.
    func receipts(ofGift gift: String) throws -> [Receipt]
    /// Returns a page of the receipts of a segment, by number, after a position.
    func receipts(organization: String, year: Int, segment: Int, behind position: Int64, limit: Int) throws
        -> [Receipt]
    /// Returns a page of a donor's receipts, in the order of series and number, after a number.
    func receipts(ofDonor donor: String, behind number: ReceiptNumber?, limit: Int) throws -> [Receipt]
    /// Returns a sentence for each problem in the series. Empty if every segment contains each number from 1
    /// on exactly once.
    func receiptProblems() throws -> [String]
}

extension ReceiptRecords {
    /// Returns the first receipts of a series, by number.
    public func receipts(organization: String, year: Int, behind position: Int64, limit: Int) throws
        -> [Receipt]
    {
        try receipts(organization: organization, year: year, segment: 0, behind: position, limit: limit)
    }
}
