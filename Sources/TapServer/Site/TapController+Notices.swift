import Giving

extension TapController {
    /// The maximum number of notices of each kind that are written as e-mails in one run. Receipts are
    /// written first. The notices that remain are written in the next run.
    private static let mostAtOnce = 50
    /// The number of notices that are marked as sent in one transaction. If the program stops before the
    /// transaction is committed, some of these notices may already have an e-mail in the outbox. Their
    /// e-mails are then written again, so donors receive them twice.
    private static let groupSize = 10

    /// Writes the pending notices to donors as e-mails. Does nothing if this server does not e-mail notices.
    /// The server calls this function repeatedly in the background.
    ///
    /// A notice is marked as sent after its e-mail has been added to the outbox. A notice that fails is
    /// retried after five minutes, and does not delay the others.
    ///
    /// - Parameter address: The public address of this site, for links in the e-mails.
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

    /// Writes the e-mails for these notices to the outbox.
    ///
    /// - Returns: The ids of the completed notices. A notice is complete if its e-mail is in the outbox or
    ///   was withheld because of a limit. It is also complete if it must not be sent, for example because the
    ///   donor's data was deleted.
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
        // If several e-mails fail, the cause is usually the same, so one report is enough.
        if let trouble { failed(trouble) }
        return notified
    }
}

extension EmailMessage {
    /// Creates the e-mail for a notice to a donor.
    init(_ notice: DonorNotice, from sender: String, leadingTo address: SiteAddress) {
        // The final line feed of the receipt's text is removed.
        let paper = notice.receipt.map { ReceiptText($0).text.dropLast() } ?? TestMark.sentence[...]
        let way = [
            "", "See your gifts, receipts and yearly statements, and change monthly gifts:",
            "\(address.text)\(SessionCookie.path)", "",
        ]
        self.init(
            id: notice.id, from: sender, to: notice.to.text, subject: notice.title, date: notice.time,
            lines: Self.lines(of: notice.body) + way
                + paper.split(separator: "\n", omittingEmptySubsequences: false).map(Self.plain))
    }

    /// Returns a line without the invisible direction marks around names, unless the rest of the line
    /// contains non-ASCII text. Some programs display these marks.
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
