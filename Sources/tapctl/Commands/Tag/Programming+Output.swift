import Documents
import InvocationRouter
import TagKit

extension Programming.Outcome {
    /// Returns the JSON document of the write or, in a dry run, of the plan.
    func document(of run: Programming) -> JSONValue {
        guard let report else { return dryRunDocument(of: run) }
        var document: JSONValue = ["object": run.object.json, "uid": uidText(report.uid).json]
        if run.object == "tag_write" { document = document.adding("url", run.url.json) }
        if let changes = run.changes { document = document.adding("changes", changes.document) }
        if run.mirror != .leave { document = document.adding("mirror", mirror?.document ?? nil) }
        return document.adding("verified", true)
            .adding("pages_written", report.pagesWritten.json)
            .adding("commands", report.commands.json)
            .adding("locked", false)
            .adding("duration_ms", milliseconds.json)
    }

    private func dryRunDocument(of run: Programming) -> JSONValue {
        var document: JSONValue = [
            "object": "tag_plan", "uid": uidText(snapshot.tag.uid).json,
            "product": snapshot.chip.product.json,
            "url": run.url.json,
        ]
        if let changes = run.changes { document = document.adding("changes", changes.document) }
        document = document.adding("steps", .array(plan.steps.map(\.document)))
        if run.mirror != .leave {
            document = document.adding(
                "mirror",
                [
                    "off": mirrorPlans.off?.document(of: snapshot) ?? nil,
                    "on": mirrorPlans.on?.document(of: snapshot) ?? nil,
                ])
        }
        return document.adding("pages_written", 0)
            .adding("warnings", .array(plan.warnings.map(\.document)))
    }

    /// Returns the outcome as human-readable text: the tag's new content, the number of commands, and the
    /// duration. For a dry run, returns the planned writes.
    func text(of run: Programming, style: Style) -> String {
        guard let report else { return dryRunText(style: style) }
        let head = snapshot.name(style: style)
        let cost =
            "\(written(report.pagesWritten)), \(counted(report.commands, "command")), \(milliseconds) ms"
        let verdict = style.green("verified")
        let shown = mirror.map { "\nat each tap, the chip shows \($0.summary)" } ?? ""
        let result = report.pagesWritten == 0 ? "no changes were needed" : run.result
        return "\(verdict): \(result)\n\(head)  \(cost)\(shown)"
    }

    /// Returns the number of written pages or blocks as text. For a tag with files, returns the number of
    /// writes.
    private func written(_ count: Int) -> String {
        switch snapshot.memory {
        case .pages: counted(count, "page") + " written"
        case .blocks: counted(count, "block") + " written"
        case .files: counted(count, "write")
        }
    }

    private func dryRunText(style: Style) -> String {
        let head = snapshot.name(style: style)
        let (off, on) = mirrorPlans
        let count = plan.steps.count + (off?.writeCount ?? 0) + (on?.writeCount ?? 0)
        if count == 0 { return "\(head)\nno changes are needed" }
        var parts = ["\(head)\n\(counted(count, "write")) planned; nothing was written"]
        if let off {
            parts.append("First, the active mirror is switched off:\n\n\(off.text(style: style))")
        }
        if !plan.steps.isEmpty { parts.append(columns(plan.steps.map(\.line), style: style)) }
        if let on, on.writes {
            parts.append("At the end, the mirror is switched on:\n\n\(on.text(style: style))")
        }
        return parts.joined(separator: "\n\n")
    }
}

extension Programming {
    /// The content of the tag after the write, as human-readable text.
    fileprivate var result: String {
        switch goal {
        case .message(let bytes): url.map(printable) ?? "a message of \(bytes.count) bytes"
        case .erase: "an empty message"
        case .format: "formatted, with an empty message"
        case .restore: "the data from the file"
        }
    }
}

extension TagMirror {
    /// The JSON document of a mirror: its content and its position.
    fileprivate var document: JSONValue {
        ["content": content.rawValue.json, "page": page.json, "byte": byte.json]
    }
}

extension ProgrammingStep {
    /// The step's JSON document, which is an element of a plan's document.
    var document: JSONValue {
        let (key, number) =
            switch place {
            case .page(let page): ("page", page)
            case .block(let block): ("block", block)
            case .file(let offset): ("offset", offset)
            }
        let head: JSONValue = .object([JSONValue.Member(key: key, value: number.json)])
        return head.adding("old_hex", old.map { .hex($0) } ?? nil).adding("new_hex", .hex(new))
            .adding("reason", reason.rawValue.json)
    }

    /// The step as human-readable text: the position in memory, and the change.
    var line: LabeledLine {
        let label =
            switch place {
            case .page(let page): "  page \(page)"
            case .block(let block): "  block \(block)"
            case .file(let offset): "  byte \(offset)"
            }
        guard new.count > 16 else {
            return (label, "\(old.map(hexText) ?? "not read") → \(hexText(new))  \(reason.summary)")
        }
        // The previous bytes would double the output; `tag read` shows them.
        return (label, "\(counted(new.count, "byte"))  \(reason.summary)\n\(hexPicture(new))")
    }
}

extension Programming {
    /// Programs a tag on the selected reader, and prints the result.
    func runAndPrint(_ reader: ReaderOptions, _ output: OutputOptions) async throws {
        let outcome = try await reader.withReader { try await run(on: $0, within: reader.limit) }
        try output.print(outcome.document(of: self)) { outcome.text(of: self, style: $0) }
    }
}
