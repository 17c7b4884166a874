import DigestKit
import ServerKit
import StaffAccess
import TextKit
import TokenKit

/// The encryption for the search text in the URL of a results page.
///
/// The text can be a donor's name or address, which must not be readable in a URL: browsers and servers keep
/// URLs in histories and logs. The key is derived from the session. The URL therefore works only for the
/// member who searched, and only until the session ends.
struct SealedSearch {
    /// The name of the field with the encrypted text.
    static let name = "s"
    /// The maximum length of a search text, in bytes. A text of this length, encrypted and written as hex
    /// digits, is still shorter than ``FormFields/longestField``.
    static let mostBytes = 900

    private let key: AESGCMKey?

    /// Creates the encryption with a key that is derived from the session's CSRF token.
    init(formToken: String) {
        key = AESGCMKey(SHA256.hash("search:\(formToken)".utf8))
    }

    /// Returns the encrypted text for use in a URL. Truncates a text that is too long. Returns nil if the key
    /// could not be created.
    func seal(_ text: String, random: () -> UInt64) -> String? {
        let nonce = RandomBytes.make(AESGCMKey.nonceBytes, from: random)
        var kept = text[...]
        while kept.utf8.count > Self.mostBytes { kept.removeLast() }
        return key.map { [kept] in Hex.lower($0.seal(Array(kept.utf8), nonce: nonce)) }
    }

    /// Decrypts the search text from a URL. Returns nil if the text is missing or malformed, or was encrypted
    /// for another session.
    func open(_ sealed: String?) -> String? {
        guard let sealed, let bytes = Hex.bytes(of: sealed), let text = key?.open(bytes) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }
}

extension AdminRequestContext {
    /// Returns the request with the search text that was decrypted from its URL. Ignores unencrypted search
    /// text in the URL.
    ///
    /// - Throws: A page with status 400 if the text cannot be decrypted. Without this error, a list of all
    ///   rows would look like the result of the search.
    func withOpenedSearch() throws(ProblemPage) -> AdminRequestContext {
        let sealed = fields[SealedSearch.name]
        let text = SealedSearch(formToken: frame.formToken).open(sealed)
        guard sealed == nil || text != nil else {
            throw ProblemPage(
                400, "This search is no longer available",
                "the address of this page is incomplete or belongs to an earlier session",
                remedy: "Search again.")
        }
        var context = self
        context.fields = fields.setting(SearchLink.text, to: text)
        return context
    }

    /// Redirects a submitted search to the address of its results. The address contains the search text only
    /// in encrypted form.
    func redirectToResults(_ page: AdminPage) -> PageResponse {
        let sealed = fields[SearchLink.text].flatMap { text in
            SealedSearch(formToken: frame.formToken).seal(text, random: random)
        }
        let plain = ["fund", "status", "action", "outcome", "since", "until", "recurring", "after"]
        let query = SearchLink.query(
            ([(SealedSearch.name, sealed)] + plain.map { ($0, fields[$0]) }).compactMap { name, value in
                value.map { (name, $0) }
            })
        return .redirect(to: address(page) + query)
    }
}
