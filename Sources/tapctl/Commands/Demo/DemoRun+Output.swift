import DataFolderKit
import Documents
import InvocationRouter
import PaymentCore
import TagKit
import TagReaders
import TimeKit

extension DemoRun: CommandResult {
    /// The tag's URL as the giving page interprets it, or the error if it is not a giving URL. Nil if the tag
    /// contains no URL.
    private var invocation: Result<Invocation, InvocationError>? {
        read.contents.invocation(hosts: .standard)
    }

    /// The JSON document that `tapctl demo --json` prints.
    var document: JSONValue {
        [
            "object": "demo", "uid": uidText(write.uid).json, "product": blank.chip.product.json,
            "url": url.json, "verified": true, "pages_written": write.pagesWritten.json,
            "commands": write.commands.json, "modelled_ms": modelledMilliseconds.json,
            "read_commands": readCommands.json,
            "invocation": read.contents.invocationDocument(hosts: .standard),
            "phones": .array(
                phones.map { ["name": $0.name.json, "action": $0.answer.action.code.json] }),
            "gift": gift.gift.document, "next_charge": JSONValue(gift.nextCharge?.iso8601),
            "ledger_balanced": gift.check.isBalanced.json,
            "kept": JSONValue(folder.isKept ? folder.tag : nil),
        ]
    }

    /// Returns the demo's text, which explains each step to newcomers.
    func text(style: Style) -> String {
        [
            step(1, "A blank tag", blankText, style),
            step(2, "A reader", readerText, style),
            step(3, "Programming", writeText(style), style),
            step(4, "A tap", tapText(style), style),
            step(5, "The phones", phonesText(style), style),
            step(6, "A gift", gift.giftText(style: style), style),
            step(7, "The books", gift.booksText(style: style), style),
            step(8, "Your turn", nextText, style),
        ].joined(separator: "\n\n")
    }

    private func step(_ number: Int, _ title: String, _ text: String, _ style: Style) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return style.bold("\(number)  \(title)") + "\n"
            + lines.map { $0.isEmpty ? "" : "   \($0)" }.joined(separator: "\n")
    }

    private var blankText: String {
        """
        This is an \(blank.chip.product), the usual sticker for a seat, as it leaves the factory.
        In this demo the tag is a file, and every write to the tag changes the file.
        \(folder.isKept ? folder.tag : "(a temporary file; `--keep DIR` keeps it)")
        UID \(uidText(blank.tag.uid)), room for \(blank.areaBytes) bytes, no message yet
        """
    }

    private var readerText: String {
        """
        This is a virtual PN532, the chip in many USB readers, on the serial port
        \(port). The real libnfc \(libNFCVersion()) opens it as it would open your reader.
        """
    }

    private func writeText(_ style: Style) -> String {
        """
        \(style.cyan(url))
        \(write.pagesWritten) pages of 4 bytes were written, the message length last: a tag that is
        removed too early is empty, never half-written. Everything was read back and
        compared: \(style.green("verified")). This took \(write.commands) commands; a real reader needs about \(modelledMilliseconds) ms.
        """
    }

    private func tapText(_ style: Style) -> String {
        let facts =
            switch invocation {
            case .success(let invocation):
                columns(invocation.lines(style: style).filter { $0.label != "canonical" }, style: style)
            case .failure(let error): error.message
            case nil: "nothing"
            }
        return """
            A phone that touches the tag reads it with \(readCommands) commands and opens that URL.
            The URL contains:

            \(facts)

            The URL never contains an amount or an account: the server looks them up.
            """
    }

    private func phonesText(_ style: Style) -> String {
        """
        What a phone does depends on its system and on two files on the host. With
        the files that `tapctl site make` writes:

        \(columns(phones.map { ($0.name, $0.answer.action.sentence) }, style: style))
        """
    }

    private var nextText: String {
        """
        With a reader and a blank tag:
          tapctl reader list
          tapctl tag write --org \(Self.org) --fund \(Self.fund) --recurring
          tapctl tag read

        Without a reader:
          tapctl sim tag new pew.nfc
          tapctl tag write --org \(Self.org) --fund \(Self.fund) --reader sim:pew.nfc
          tapctl tag read --reader sim:pew.nfc
          tapctl org add Hope --name "Hope Church"
          tapctl fund add 1 --org Hope --name General
          tapctl gift make --org Hope --amount 50 --method pm_card_visa \\
              --name "A Donor" --email donor@example.org
        """
    }
}
