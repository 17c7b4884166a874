import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Giving
import TapServer

/// `tapctl donor forget`: who they are goes, what was given stays.
struct DonorForget: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget who a donor is; what was given stays in the books.",
        discussion: """
            EXAMPLES:
              tapctl donor forget donor@example.org
              tapctl donor forget donor_01jd3x0... --yes

            Ends the donor's monthly gifts and deletes their customers at the processor,
            then takes name, address and number from everything that is kept, and
            removes e-mails to the donor that wait in the outbox. Says what stays and
            why. `donor export` shows it all before. This cannot be undone.
            """)

    @OptionGroup var donor: DonorNameOptions

    @Flag(help: "Do it without asking.")
    var yes = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let name = donor.name
        let forgotten = try await data.withData { data in
            let donor = try await data.read { try $0.knownDonor(name) }
            if !yes { try await Self.confirm(donor) }
            let forgotten = try await data.giving.forget(.id(donor.id))
            if let address = EmailAddress(donor.email) {
                try OutboxFolder(data.outbox).removeLetters(to: address)
            }
            return forgotten
        }
        try output.print(forgotten.document) { columns(forgotten.lines, style: $0) }
    }

    private static func confirm(_ donor: Donor) async throws {
        guard Question.canBeAsked else {
            throw CommandError(
                .refused, code: "notConfirmed", "this cannot be undone, and nobody can be asked",
                reason: "\(donor.id) would be forgotten", remedy: "--yes does it without asking")
        }
        let what = "\(donor.id) (\(printable(donor.email))) is forgotten for ever."
        guard try await Question.yes(what, "Go on?") else {
            throw CommandError.chosen("nothing was forgotten")
        }
    }
}

extension ForgottenDonor {
    fileprivate var document: JSONValue {
        [
            "object": "donor_erasure", "donor": .string(erasure.donor), "gifts": .int(gifts),
            "receipts": .int(erasure.receipts), "recurring_ended": .int(monthlyGiftsEnded),
            "customers_deleted": .int(customersDeleted), "erased": .string(DonorErasure.erased),
            "kept": .array(DonorErasure.kept.map(JSONValue.string)),
        ]
    }

    fileprivate var lines: [(label: String, value: String)] {
        [
            ("forgotten", erasure.donor), ("erased", DonorErasure.erased),
            (
                "",
                "\(counted(gifts, "gift")), \(counted(erasure.receipts, "receipt")), \(counted(monthlyGiftsEnded, "monthly gift")) ended, \(counted(customersDeleted, "customer")) deleted"
            ),
            ("kept", DonorErasure.kept.joined(separator: "\n")),
        ]
    }
}
