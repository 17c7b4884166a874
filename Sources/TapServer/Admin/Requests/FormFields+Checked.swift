import ServerKit

/// Functions that convert the parameters of a page's URL. An invalid value is refused, because a page or
/// export that ignored it would show data that was not requested.
extension FormFields {
    /// Returns a field's text, converted to a different type; nil if the field is empty or missing.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - noun: The expected value with its article, such as "a year", for the error page.
    ///   - remedy: A sentence that says what to enter.
    ///   - read: Converts the field's text to the value. Returns nil if the text is invalid.
    /// - Throws: ``ProblemPage`` with status 400 if `read` returns nil.
    func value<Value>(
        _ name: String, as noun: String, remedy: String, _ read: (String) -> Value?
    ) throws(ProblemPage) -> Value? {
        guard let text = self[name] else { return nil }
        guard let value = read(text) else { throw .unreadable(text, noun, remedy: remedy) }
        return value
    }

    /// Returns the id of the last item on the previous page of a list, or nil for the first page.
    ///
    /// - Parameter kind: The prefix of the list's ids, such as `gift`.
    func cursor(_ kind: String) throws(ProblemPage) -> String? {
        try cursor { text in
            let isID = text.hasPrefix("\(kind)_") && text.utf8.count <= 64
            return isID && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                ? text : nil
        }
    }

    /// Returns the cursor of a list, or nil for the first page.
    func cursor<Value>(_ read: (String) -> Value?) throws(ProblemPage) -> Value? {
        try value("after", as: Self.place, remedy: Self.firstPage, read)
    }

    fileprivate static let place = "a position in this list"
    fileprivate static let firstPage = "Open the first page of the list."
}

extension ProblemPage {
    /// Returns the error page for a value in the URL that cannot be read.
    static func unreadable(_ text: String, _ noun: String, remedy: String) -> ProblemPage {
        ProblemPage(
            400, "This address cannot be read", "“\(text.prefix(40))” is not \(noun)", remedy: remedy)
    }

    /// Returns the error page for a cursor that does not match an item in the list.
    static func unknownPlace(_ text: String) -> ProblemPage {
        .unreadable(text, FormFields.place, remedy: FormFields.firstPage)
    }
}

/// The action that a form requests in its field `do`.
protocol FormAction: RawRepresentable<String> {}

extension FormAction {
    /// Reads the action from the field `do` of a form. Returns nil if the field is missing or names no such
    /// action.
    init?(_ fields: FormFields) {
        guard let action = fields["do"].flatMap(Self.init(rawValue:)) else { return nil }
        self = action
    }
}
