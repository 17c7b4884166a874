import HTMLKit

extension HTML {
    /// Returns a table row with a label and its value.
    static func row(_ label: HTML, _ value: HTML) -> HTML {
        "<tr><th scope=\"row\">\(label)</th><td>\(value)</td></tr>"
    }

    /// A check mark in a circle. It is hidden from screen readers, because the text next to it has the same
    /// meaning.
    static let checkMark: HTML = """
        <div class="done" aria-hidden="true"><svg viewBox="0 0 24 24" width="30" height="30" fill="none" \
        stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M5 12.5l4.5 4.5L19 \
        7.5"/></svg></div>
        """

    /// Returns an error message that screen readers announce immediately. Empty if `text` is nil.
    ///
    /// The message receives the focus when the page opens, so that keyboard users continue from there. A page
    /// has at most one such message.
    static func complaint(_ text: String?) -> HTML {
        guard let text else { return .empty }
        return "<p class=\"complaint\" id=\"complaint\" tabindex=\"-1\" autofocus role=\"alert\">\(text)</p>"
    }

    /// Returns the attributes that connect a form field with the page's error message. Empty if the field was
    /// not refused.
    static func refused(_ isRefused: Bool) -> HTML {
        isRefused ? " aria-invalid=\"true\" aria-describedby=\"complaint\"" : .empty
    }

    /// Returns a message about a completed action, which screen readers announce.
    static func status(_ text: String) -> HTML { "<p class=\"note\" role=\"status\">\(text)</p>" }

    /// Returns an option of a select list.
    ///
    /// - Parameter isName: Whether the text was entered by a user. If so, it may be in a right-to-left
    ///   script.
    static func option(_ value: String, _ words: String, isChosen: Bool, isName: Bool = false) -> HTML {
        """
        <option value="\(value)"\(" dir=\"auto\"", if: isName)\(" selected", if: isChosen)>\(words)</option>
        """
    }

    /// Returns a checkbox with its label.
    static func tick(_ name: String, _ isTicked: Bool, _ words: HTML, isRequired: Bool = false) -> HTML {
        let (mark, need): (HTML, HTML) = (isTicked ? " checked" : "", isRequired ? " required" : "")
        return """
            <label class="tick"><input type="checkbox" name="\(name)" value="1"\(mark)\(need)>\
            <span>\(words)</span></label>
            """
    }
}
