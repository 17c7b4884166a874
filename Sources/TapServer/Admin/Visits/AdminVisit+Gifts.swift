import Giving
import ServerKit
import StaffAccess
import TextKit
import TimeKit

extension AdminVisit {
    /// How many gifts stand on a page.
    private static var pageSize: Int { 50 }
    /// How many lines a sheet has at most: a browser keeps it, and it is made in memory.
    static var mostLines: Int { 50_000 }

    func gifts() async throws -> PageAnswer {
        let filter = GiftFilter(fields)
        let page = try await books.read { transaction in
            let found = try transaction.gifts(filter, limit: Self.pageSize)
            return GiftsPage(
                organization: transaction.organization, filter: filter, found: found,
                funds: try transaction.funds())
        }
        return frame.page(page)
    }

    /// What is filtered, as `tapctl gift list --format csv` writes it.
    func giftSheet() async throws -> PageAnswer {
        var filter = GiftFilter(fields).behind(nil)
        if let complaint = filter.days.complaint { throw ProblemPage.noDay(complaint) }
        var (text, lines) = (CSVLine.text(GiftSheet.head), 0)
        while true {
            let (found, nets) = try await books.read { [filter] transaction in
                let found = try transaction.gifts(filter, asClosed: true, limit: 500)
                return (found, try found.gifts.map { try transaction.net(of: $0, asClosed: true) })
            }
            text += zip(found.gifts, nets).map { CSVLine.text(GiftSheet.line($0, net: $1)) }.joined()
            lines += found.gifts.count
            guard found.hasMore, let last = found.gifts.last else { break }
            guard lines < Self.mostLines else {
                throw ProblemPage(
                    422, "This sheet is too long", "there are more than \(Self.mostLines) gifts",
                    remedy: "Choose fewer days. `tapctl gift list --format csv` writes any number.")
            }
            filter.after = last.id
        }
        let day = organization.calendar.date(of: books.now).iso8601
        return .download(
            name: "gifts-\(organization.id)-\(day).csv", type: "text/csv; charset=utf-8", content: text)
    }

    func gift(_ id: String) async throws -> PageAnswer {
        guard let story = try await books.read({ try $0.story(ofGift: id) }) else {
            throw ProblemPage.noAdminPage
        }
        return frame.page(
            GiftStoryPage(
                story: story, payout: try await books.payout(of: story.details.gift),
                mayRefund: frame.member?.role.permits(.change) ?? false, isAnswer: fields.isTicked("done")))
    }
}
