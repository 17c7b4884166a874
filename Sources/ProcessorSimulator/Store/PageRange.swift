import GRDB
import TimeKit

/// The rows of a page: an index on `created` leads straight to them, however deep in the list they are.
struct PageRange {
    static let condition = "created BETWEEN ? AND ? AND (created < ? OR number < ?)"
    static let order = "ORDER BY created DESC, number DESC LIMIT ?"

    let arguments: StatementArguments

    init(_ created: ClosedRange<Timestamp>, behind cursor: ListCursor?) {
        let last = min(created.upperBound, cursor?.created ?? .latest).seconds
        let cursor = (created: cursor?.created.seconds ?? .max, number: cursor?.number ?? .max)
        arguments = [created.lowerBound.seconds, last, cursor.created, cursor.number]
    }
}
