import Documents
import TagDumps

extension CommandError {
    /// A file of a tag that cannot be read: exit 65; or a format that cannot hold the tag: exit 73.
    init(_ error: DumpError) {
        let place =
            switch error.place {
            case .line(let number): "line \(number)"
            case .byte(let offset): "byte \(offset)"
            case nil: ""
            }
        let isWriting = [.incomplete, .notRepresentable].contains(error.code)
        self.init(
            isWriting ? .cannotCreate : .malformed, code: error.code.rawValue, error.summary,
            reason: [place, error.reason].filter { !$0.isEmpty }.joined(separator: ": "), remedy: error.remedy
        )
    }
}
