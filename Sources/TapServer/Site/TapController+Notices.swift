import Giving

extension TapController {
    /// The maximum number of notices of each kind that one run turns into e-mails. Receipts are first. All
    /// further notices wait for a later run.
    private static var mostAtOnce: Int { 50 }
    /// The number of e-mails that are marked as sent in one transaction. If the program stops before the transaction,
    /// they are sent twice.
    private static var groupSize: Int { 10 }

    /// Writes the pending notices to donors as e-mails. The server calls this function repeatedly, in parallel with the
    /// requests.
    ///
    /// A notice is marked as sent when its e-mail is in the outbox. If a notice fails, it is tried again after five
    /// minutes. It does not delay other notices.
    ///
    /// - Parameter address: The public address of these pages.
    public func sendNotices(leadingTo address: SiteAddress) async {
        guard settings.mailsReceipts else { return }
        do {
            let ids = try await giving.takeNotices(limit: Self.mostAtOnce)
            for start in stride(from: 0, to: ids.count, by: Self.groupSize) {
                let group = ids[start..<min(start + Self.groupSize, ids.count)]
                try await giving.markSent(await written(group, leadingTo: address))
            }
        } catch {
            failed(error)
        }
    }

    /// Writes the e-mails for some notices.
    ///
    /// - Returns: The ids of the notices whose e-mail is in the outbox, and of those without a recipient.
    private func written(_ ids: ArraySlice<String>, leadingTo address: SiteAddress) async -> [String] {
        let sender = settings.sender ?? "no-reply@\(address.mailDomain)"
        var (notified, trouble): ([String], (any Error)?) = ([], nil)
        for id in ids {
            do {
                if let notice = try await giving.donorNotice(id) {
                    try await mail.send(EmailMessage(notice, from: sender, leadingTo: address))
                }
                notified.append(id)
            } catch {
                trouble = error
            }
        }
        // Usually, all e-mails fail for the same reason, so one report is enough.
        if let trouble { failed(trouble) }
        return notified
    }
}

extension EmailMessage {
    /// Creates the e-mail for a notice to a donor.
    init(_ notice: DonorNotice, from sender: String, leadingTo address: SiteAddress) {
        // The text of a receipt ends with a line feed, which is dropped here.
        let paper = notice.receipt.map { ReceiptText($0).text.dropLast() } ?? TestMark.sentence[...]
        let way = [
            "", "Your gifts, receipts, yearly statements and monthly gifts:",
            "\(address.text)\(SessionCookie.path)", "",
        ]
        self.init(
            id: notice.id, from: sender, to: notice.to.text, subject: notice.title, date: notice.time,
            lines: Self.lines(of: notice.body) + way
                + paper.split(separator: "\n", omittingEmptySubsequences: false).map(Self.plain))
    }

    /// Returns a line without the direction marks around names if all its other characters are ASCII. Some programs
    /// display these marks.
    private static func plain(_ line: Substring) -> String {
        guard line.utf8.contains(where: { $0 >= 0x80 }) else { return String(line) }
        var bare = ""
        for scalar in line.unicodeScalars where scalar != "\u{2068}" && scalar != "\u{2069}" {
            guard scalar.isASCII else { return String(line) }
            bare.unicodeScalars.append(scalar)
        }
        return bare
    }
}
