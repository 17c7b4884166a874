import Documents
import Foundation
import Giving
import InvocationRouter
import TextKit

extension OrgAdd {
    /// Returns the error with a remedy if the user entered a name as the id. The remedy is a command with a
    /// valid id. If no remedy applies, returns the error unchanged.
    func suggesting(_ error: DirectoryError) -> any Error {
        let rest = error.problems.filter { $0.field != .id }
        guard let problem = error.problems.first(where: { $0.field == .id && $0.code == .malformed }),
            rest.allSatisfy({ $0.field == .name && $0.code == .missing }), let valid = Self.id(for: id)
        else { return error }
        let name = (entered.name ?? id).shellWord
        return CommandError(
            error.category, code: error.failureCode, problem.summary, reason: problem.reason,
            remedy: "use `tapctl org add \(valid) --name \(name)`")
    }

    /// Returns a valid id made of the letters and digits of a name, such as `GraceChurch` for `Grace Church`.
    /// Returns nil if the name has letters that an id cannot contain, or if the result is not a valid id.
    static func id(for name: String) -> String? {
        let scalars = name.decomposedStringWithCanonicalMapping.unicodeScalars
        let kept = scalars.filter { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
        let hasOthers = scalars.contains { !$0.isASCII && $0.properties.isAlphabetic }
        let id = String(String.UnicodeScalarView(kept.prefix(64)))
        guard !hasOthers, (try? Invocation.make(org: id)) != nil else { return nil }
        return id
    }
}
