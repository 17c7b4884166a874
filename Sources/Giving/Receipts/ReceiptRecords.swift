/// Receipts and their series, within one unit of work.
public protocol ReceiptRecords {
    /// Takes the next place of a series: 1, 2, 3. It is given back only with the whole unit, so that no number is
    /// ever left out.
    func takeReceiptPosition(organization: String, year: Int) throws -> Int64
    /// Keeps a receipt: a new one, or its next state. Two of one gift never have the same revision.
    func save(_ receipt: Receipt) throws
    /// The receipt of this number, or nil.
    func receipt(_ number: ReceiptNumber) throws -> Receipt?
    /// All receipts that a gift has had, the oldest first.
    func receipts(ofGift gift: String) throws -> [Receipt]
    /// Of a series, in the order of their numbers, behind a place.
    func receipts(organization: String, year: Int, behind position: Int64, limit: Int) throws -> [Receipt]
    /// Of a donor, in the order of series and number, behind a number.
    func receipts(ofDonor donor: String, behind number: ReceiptNumber?, limit: Int) throws -> [Receipt]
    /// What is wrong with the series, a sentence each; nothing when every number from 1 on is there once.
    func receiptProblems() throws -> [String]
}
