import Documents
import FailureKit

/// Completes an abbreviated id: returns the only id that starts with the text. Returns the text unchanged if
/// it is a full id, is too short, or is not the start of any id.
///
/// As in git, lists on a terminal show only the start of an id, and users can enter this start instead of the
/// full id.
///
/// - Parameter ids: A function that returns the ids that start with a string. The second argument is the
///   maximum number of ids.
/// - Throws: An error with exit code 64 if several ids start with the text. The error lists up to five of
///   them.
package func wholeID(_ typed: String, _ ids: (String, Int) throws -> [String]) throws -> String {
    guard let mark = typed.firstIndex(of: "_"), typed[mark...].count > leastBeginning else { return typed }
    let found = try ids(typed, 6)
    guard found.count > 1, !found.contains(typed) else { return found.first ?? typed }
    let more = found.count > 5 ? "\n…" : ""
    throw CommandError(
        .usage, code: "ambiguousID", "several ids start with \(typed)",
        reason: found.prefix(5).joined(separator: "\n") + more,
        remedy: "enter more characters of the id")
}

/// The minimum number of characters that an abbreviated id must have after the underscore. The first seven of
/// these characters encode the time of the id's creation, in seconds.
private let leastBeginning = 8
