import Documents
import TagKit

extension NDEFRecord {
    /// The record's kind and content as human-readable lines, each with a label and a value.
    var lines: [LabeledLine] {
        guard let typed = try? decoded() else { return [(kindName, "malformed\n" + payloadPicture)] }
        switch typed {
        case .empty: return [("empty", "no content")]
        case .uri(let content): return [("URI", printable(content.uri))]
        case .text(let content):
            return [("text", quoted(content.text) + language(content))]
        case .smartPoster(let poster): return poster.lines
        case .media(let content): return [(printable(content.mediaType), payloadPicture)]
        case .absoluteURI(let content): return [("absolute URI", printable(content.uri))]
        case .androidApplication(let content): return [("Android app", printable(content.package))]
        case .external(let content): return [(printable(content.type), payloadPicture)]
        case .other: return [(kindName, payloadPicture)]
        }
    }

    /// The name of the record's kind. It is used if the payload is shown without being decoded.
    private var kindName: String {
        let name = printable(String(decoding: type, as: UTF8.self))
        return switch tnf {
        case .wellKnown: name == "Sp" ? "Smart Poster" : "type \(name)"
        case .unknown: "unknown type"
        default: name.isEmpty ? "TNF \(tnf.rawValue)" : name
        }
    }

    /// The payload as text if it is printable and has at most 400 characters; otherwise, its first 64 bytes
    /// as hex.
    private var payloadPicture: String {
        if payload.isEmpty { return "no payload" }
        if let text = String(validating: payload, as: UTF8.self), text.count <= 400,
            text.unicodeScalars.allSatisfy({ !$0.misleadsTerminals || "\r\n\t".unicodeScalars.contains($0) })
        {
            return text.split(whereSeparator: \.isNewline).map { printable(String($0)) }
                .joined(separator: "\n")
        }
        let more = payload.count - 64
        let rest = more > 0 ? "\n… \(counted(more, "more byte")); --json shows all" : ""
        return hexPicture(Array(payload.prefix(64))) + rest
    }
}

extension SmartPoster {
    fileprivate var lines: [LabeledLine] {
        let verb: String? =
            switch action {
            case nil: nil
            case .perform: "open it"
            case .save: "save it for later"
            case .edit: "open it for editing"
            case let other?: "reserved (\(other.rawValue))"
            }
        return [("Smart Poster", printable(uri.uri))]
            + titles.map { ("  title", quoted($0.text) + language($0)) }
            + labeled([
                "  action": verb, "  size": sizeBytes.map { "\($0) bytes" },
                "  type": mediaType.map { printable($0) },
            ]) + icons.map { ("  icon", "\(printable($0.mediaType)), \($0.content.count) bytes") }
            + (others.isEmpty ? [] : [("  others", counted(others.count, "record"))])
    }
}

private func quoted(_ text: String) -> String { "“\(printable(text))”" }

private func language(_ text: TextRecord) -> String {
    let encoding = text.encoding == .utf16 ? ", UTF-16" : ""
    return text.language.isEmpty && encoding.isEmpty ? "" : " (\(printable(text.language))\(encoding))"
}
