import TagKit

/// Which of pcscd's readers somebody means.
enum PCSCReaderName {
    /// The reader of that whole name, of that number from 1 on, or the only one whose name holds it.
    ///
    /// - Throws: `readerNotFound` with the readers that are there.
    static func choose(_ wanted: String, among there: [String]) throws(TagError) -> String {
        if there.contains(wanted) { return wanted }
        if let number = Int(wanted) {
            if number > 0, number <= there.count { return there[number - 1] }
            throw notFound("there is no PC/SC reader \(number)", there)
        }
        let matching = there.filter { $0.lowercased().contains(wanted.lowercased()) }
        switch matching.count {
        case 1: return matching[0]
        case 0: throw notFound("no PC/SC reader has “\(wanted)” in its name", there)
        default: throw notFound("“\(wanted)” is in the names of \(matching.count) PC/SC readers", matching)
        }
    }

    /// Those that can have a tag on them: a slot for SIM cards or contact cards never has.
    static func contactless(_ there: [String]) -> [String] {
        there.filter { name in
            let words = name.uppercased().split { !$0.isLetter }
            return !words.contains("SAM") && !words.contains("ICC") && !words.contains("CONTACT")
        }
    }

    private static func notFound(_ summary: String, _ there: [String]) -> TagError {
        TagError(
            .readerNotFound, summary,
            reason: there.isEmpty ? "pcscd sees no reader" : "there are: \(there.joined(separator: ", "))",
            remedy: "plug it in", help: .listReaders)
    }
}
