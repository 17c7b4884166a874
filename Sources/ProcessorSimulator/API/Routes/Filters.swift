import Processor
import TextKit

/// Parameters that many lists take.
enum Filters {
    /// Every list.
    static let list: Set<String> = ["limit", "starting_after", "ending_before", "created"]
    /// A list without moments: a part of an object.
    static let part: Set<String> = ["limit", "starting_after", "ending_before"]
    /// Every search.
    static let search: Set<String> = ["query", "limit", "page"]
}

extension Call {
    /// What a list is filtered by: a parameter, and the field as it is kept; a parameter that was not given filters nothing.
    func filter(_ fields: [String: String]) -> ListFilter {
        var filter: ListFilter = [:]
        for (parameter, field) in fields { filter[field] = self[parameter].string }
        return filter
    }
}
