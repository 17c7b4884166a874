import Giving

extension TapSite {
    /// How many notices of a kind become letters in one run: gifts that are made meanwhile go first, and what is left waits a
    /// second.
    private static var mostAtOnce: Int { 50 }

    /// Writes to donors what there is to tell them; run again and again beside the requests.
    ///
    /// A notice counts as told when its letter is in the outbox. What ends in between writes the same letter again, under
    /// the same name.
    ///
    /// - Parameter address: Where people reach these pages.
    public func sendNotices(leadingTo address: SiteAddress) async {
        guard settings.mailsReceipts else { return }
        var told: [String] = []
        do {
            let sender = settings.sender ?? "no-reply@\(address.mailDomain)"
            for notice in try await giving.noticesToSend(limit: Self.mostAtOnce) {
                try await mail.send(Letter(notice, from: sender, leadingTo: address))
                told.append(notice.id)
            }
        } catch {
            failed(error)
        }
        do { try await giving.told(told) } catch { failed(error) }
    }
}

extension Letter {
    /// The e-mail that tells a donor.
    init(_ notice: DonorNotice, from sender: String, leadingTo address: SiteAddress) {
        // A paper ends with a line end, as a file does.
        let paper = notice.receipt.map { ReceiptText($0).text.dropLast() } ?? TestMark.sentence[...]
        let way = [
            "", "Your gifts, receipts and yearly statements, and what you give each month:",
            "\(address.text)\(SessionCookie.path)", "",
        ]
        self.init(
            id: notice.id, from: sender, to: notice.to.text, subject: notice.title, date: notice.time,
            lines: Self.lines(of: notice.body) + way
                + paper.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
}
