import DisplayKit
import InvocationRouter

/// The rules for aliases: alternative names of organizations in URLs (`docs/invocation-url.md` §4a, row 21).
enum OrganizationAlias {
    /// The maximum length of an alias, in Unicode scalars.
    static let longest = 64

    /// Returns whether a URL can contain the alias. An alias must be in Unicode Normalization Form C, with at
    /// most 64 Unicode scalars, no invisible characters and no slashes. This function does not check for
    /// reserved names.
    static func isValid(_ alias: String) -> Bool {
        guard let checked = try? DisplayText(alias, atMost: longest).text,
            checked.unicodeScalars.elementsEqual(alias.unicodeScalars), !alias.contains("/")
        else { return false }
        return true
    }
}

extension FieldCheck {
    mutating func alias(_ alias: String) {
        let shown = alias.quoted
        if !OrganizationAlias.isValid(alias) {
            refuse(
                .malformed, .alias, "\(shown) cannot be an alias of an organization",
                reason: DisplayText.flaw(in: alias, atMost: OrganizationAlias.longest).map {
                    "the alias \($0.summary)"
                }
                    ?? "an alias must have 1 to \(OrganizationAlias.longest) characters in Unicode NFC, without slashes or invisible characters",
                remedy: "Write the alias exactly as in the URL, but without percent-encoding.")
        } else if Self.isReserved(alias) {
            refuse(
                .reserved, .alias, "\(shown) is reserved and cannot be an organization's alias",
                reason: "a URL with this name already opens a different page", remedy: "Choose another name.")
        }
    }

    private static func isReserved(_ name: String) -> Bool {
        do throws(InvocationError) {
            _ = try Invocation.make(org: name)
            return false
        } catch {
            return error.code == .reservedPath
        }
    }
}
