import Documents
import FailureKit

/// The id that what was typed begins, where it is one alone.
///
/// As git does with commits: lists on a terminal show the beginning, and a beginning is enough.
///
/// - Parameter ids: Ids that begin so, at most so many.
/// - Throws: exit 64 with the ids, where there are several.
package func wholeID(_ typed: String, _ ids: (String, Int) throws -> [String]) throws -> String {
    guard let mark = typed.firstIndex(of: "_"), typed[mark...].count > leastBeginning else { return typed }
    let found = try ids(typed, 6)
    guard found.count > 1, !found.contains(typed) else { return found.first ?? typed }
    let more = found.count > 5 ? "\n…" : ""
    throw CommandError(
        .usage, code: "ambiguousID", "several ids begin with \(typed)",
        reason: found.prefix(5).joined(separator: "\n") + more, remedy: "type more of the one that you mean")
}

/// How many characters behind the mark are enough: seven are the second in which it was made.
private let leastBeginning = 8
