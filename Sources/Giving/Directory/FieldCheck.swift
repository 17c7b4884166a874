import DisplayKit
import InvocationRouter

/// A check of a form's fields. The check collects the problems of all fields, and then throws them as one
/// error.
struct FieldCheck {
    private(set) var problems: [DirectoryError.Problem] = []

    /// Adds a problem with a field.
    mutating func refuse(
        _ code: DirectoryError.Code, _ field: DirectoryError.Field, _ summary: String, reason: String = "",
        remedy: String
    ) {
        problems.append(DirectoryError.Problem(code, field, summary, reason: reason, remedy: remedy))
    }

    /// Returns the value if no problem was found. Otherwise, throws an error with all problems.
    func passed<Value>(_ value: Value) throws(DirectoryError) -> Value {
        if let error = DirectoryError(problems) { throw error }
        return value
    }

    /// Checks text that will be displayed. If the text is invalid, adds a problem and returns nil.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of characters.
    ///   - what: The start of the problem's summary, such as "this is not a tax id".
    mutating func display(
        _ text: String, _ field: DirectoryError.Field, atMost limit: Int, orSay what: String
    ) -> String? {
        do throws(DisplayTextError) {
            return try DisplayText(text, atMost: limit).text
        } catch {
            let remedy = error.remedy
            // If there are several problems, only their summaries are shown.
            refuse(
                .malformed, field, "\(what): it \(error.summary)",
                remedy: "\(remedy.prefix(1).uppercased())\(remedy.dropFirst()).")
            return nil
        }
    }

    /// Checks a name that will be displayed. If the name is invalid, adds a problem and returns an empty
    /// string.
    mutating func name(_ text: String, of what: String) -> String {
        display(
            text, .name, atMost: DisplayText.longestName, orSay: "this is not a valid name for \(what)") ?? ""
    }

    /// Checks an organization's id. An id must match the grammar of `docs/invocation-url.md` §2, and must not
    /// be a reserved name (§5).
    mutating func organizationID(_ id: String) {
        let shown = id.quoted
        do throws(InvocationError) {
            _ = try Invocation.make(org: id)
        } catch  where error.code == .reservedPath {
            refuse(
                .reserved, .id, "\(shown) is reserved and cannot be an organization's id",
                reason: "a URL with this id already opens a different page", remedy: "Choose another id.")
        } catch {
            refuse(
                .malformed, .id, "\(shown) is not a valid organization id",
                reason: "an id must have 1 to 64 characters (A-Z a-z 0-9 . _ -), "
                    + "and must begin and end with a letter or digit",
                remedy: "Use an id such as WoodlandsChurch.")
        }
    }

    /// Checks that a fund's id matches the grammar of `docs/invocation-url.md` §2.
    mutating func fundID(_ id: String) {
        guard (try? Invocation.make(org: "x", fund: id)) == nil else { return }
        refuse(
            .malformed, .id, "\(id.quoted) is not a valid fund id",
            reason: "an id must have 1 to 32 characters (A-Z a-z 0-9 . _ -), "
                + "and must begin and end with a letter or digit",
            remedy: "Use an id such as 7 or building.")
    }
}
