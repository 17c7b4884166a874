import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter
import TagDumps
import TagKit

/// `tapctl tag restore`: writes the data of a dump file to a tag.
struct TagRestore: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Write the data of a dump onto a tag.",
        discussion: """
            EXAMPLES:
              tapctl tag restore backup.nfc
              tapctl tag restore backup.json --dry-run
              tapctl tag restore amiibo.bin --overwrite --wipe

            Only the data area is written. The tag's UID, capability container, lock bits,
            password and configuration do not change, whatever the dump contains. From a
            dump of a different chip type, only the message is written, because a Lock
            Control TLV in the dump could mark the tag's data as lock bytes. Accepts
            every format of `tag dump`, and files from Proxmark, libnfc, MIFARE Classic
            Tool and TagInfo.
            """)

    @Argument(help: "The dump, or - for standard input.", completion: .file())
    var file: String

    @Flag(help: "Also write zeros over the memory that follows the dump's data.")
    var wipe = false

    @Flag(
        help:
            "Restore the dump even if phones would ignore part of its URL, or if the URL's host is deceptive."
    )
    var asIs = false

    @OptionGroup var hosts: HostOptions
    @OptionGroup var permission: WriteOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let image = try TagImage(reading: Input.read(file), named: file == "-" ? nil : file)
        try image.refuseCutMessage()
        try checkURLs(of: image)
        var permission = permission.permission
        if wipe { permission.options.insert(.wipe) }
        let programming = Programming(
            object: "tag_restore", goal: try image.restoreGoal, depth: .wholeArea, permission: permission)
        try await programming.runAndPrint(reader, output)
    }

    /// Checks the giving URLs in the dump.
    ///
    /// Throws an error if phones would ignore a part of a URL that was probably meant to have an effect, or
    /// if the host is easily confused with one of our hosts. `--as-is` permits both. Other ignored parts are
    /// only printed as notes.
    ///
    /// A dump is restored byte by byte, so its URLs cannot be corrected.
    private func checkURLs(of image: TagImage) throws {
        let message: NDEFMessage
        do {
            message = try image.message()
        } catch  where error.code == .malformedTag {
            return Terminal.warn(
                "the dump's message is malformed, and is restored unchanged: \(error.reason)")
        } catch {
            return
        }
        if !message.records.isEmpty { PhoneUse(message: try? message.encoded()).warnIfUseless() }
        let hosts = try hosts.hosts()
        for case .uri(let content) in message.records.compactMap({ try? $0.decoded() }) {
            let rewrite: URLRewrite
            do throws(URLRefusal) {
                rewrite = try URLRewrite(content.uri, hosts: hosts)
            } catch {
                if !asIs { try refuseLookalike(content.uri, hosts) }
                guard case .unclear = error.cause, !asIs else { continue }
                let better = error.corrected.map { ", or `tapctl tag write` to write \($0)" } ?? ""
                throw CommandError(error).remedied(by: "use --as-is to restore the dump unchanged\(better)")
            }
            if rewrite.invocation.evidence != nil {
                Terminal.warn(
                    "the dump's URL contains the data of a single tap; every later tap shows the same data")
            }
            let ignored = rewrite.changes.filter { $0.kind == .dropped && $0.part == .parameter }
            guard !ignored.isEmpty else { continue }
            Terminal.say("note: the dump's URL is restored unchanged: \(content.uri)")
            for change in ignored {
                Terminal.say(
                    "note: \(printable(change.from ?? "")) has no effect, because it is not a parameter of giving URLs"
                )
            }
        }
    }
}

extension TagRestore {
    /// Rejects a URI whose host is easily confused with one of the given hosts.
    private func refuseLookalike(_ uri: String, _ hosts: HostList) throws {
        do {
            _ = try Invocation.parse(uri, profile: .tap, hosts: hosts)
        } catch  where error.code == .hostNotAllowed && !error.found.isEmpty {
            throw CommandError(
                .refused, code: error.code.rawValue, error.summary,
                reason: "the URL's host only looks like a host of giving URLs",
                remedy: "check where the dump came from; use --as-is to restore it anyway")
        } catch {
            return
        }
    }
}

extension TagImage {
    /// Throws an error if the end of the message is in pages or blocks that the dump does not contain.
    fileprivate func refuseCutMessage() throws {
        guard let unknown = firstUnknownOfArea, let area = try? dataArea() else { return }
        let parsed = try? Type2DataArea(parsing: area, areaBytes: area.count)
        guard parsed?.ndefMessage == nil, parsed?.isTerminated != true else { return }
        let unit = if case .blocks = memory { "block" } else { "page" }
        throw CommandError(
            .malformed, code: "incompleteDump", "the dump does not contain the whole message",
            reason: "the dump has no data for \(unit) \(unknown)",
            remedy: "read the tag again, with its keys or password if you have them")
    }

    /// The content to restore: the whole data area or, for a tag with files, only the message.
    fileprivate var restoreGoal: ProgrammingGoal {
        get throws {
            switch memory {
            case .pages, .blocks:
                let area = try dataArea()
                guard !area.isEmpty else {
                    throw CommandError(
                        .malformed, code: "noData", "the dump contains no data area",
                        remedy: "read the tag again with `tapctl tag dump`")
                }
                return .restore(area: area)
            case .files, .opaque:
                let message = try message()
                guard !message.records.isEmpty else {
                    throw CommandError(
                        .malformed, code: "noData", "the dump contains no message",
                        remedy: "use a different dump; to empty the tag instead, use `tapctl tag erase`")
                }
                return .message(try message.encoded())
            }
        }
    }
}
