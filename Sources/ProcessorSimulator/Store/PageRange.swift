import DatabaseKit
import TimeKit

/// The rows of a page: an index on `created` leads straight to them, however deep in the list they are.
struct PageRange {
    let condition: String
    let order: String
    let arguments: StatementValues

    init(_ range: ListRange) {
        let created = range.created ?? Timestamp.earliest...Timestamp.latest
        if let ahead = range.ahead {
            condition = "created BETWEEN ? AND ? AND (created > ? OR number > ?)"
            order = "ORDER BY created, number LIMIT ?"
            let first = max(created.lowerBound, ahead.created).seconds
            arguments = [first, max(first, created.upperBound.seconds), ahead.created.seconds, ahead.number]
        } else {
            condition = "created BETWEEN ? AND ? AND (created < ? OR number < ?)"
            order = "ORDER BY created DESC, number DESC LIMIT ?"
            let last = min(created.upperBound, range.behind?.created ?? .latest).seconds
            arguments = [
                created.lowerBound.seconds, last, range.behind?.created.seconds ?? .max,
                range.behind?.number ?? .max,
            ]
        }
    }
}
