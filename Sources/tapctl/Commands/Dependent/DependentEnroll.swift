import ArgumentParser
import DataFolderKit
import Dependents
import Documents
import Giving

/// `tapctl dependent enroll`: a guardian and those in their care, from a file.
struct DependentEnroll: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "enroll", abstract: "Enroll a guardian and dependents with an agency.",
        discussion: """
            EXAMPLES:
              tapctl dependent enroll sample.json --org Agency
              tapctl dependent enroll - --org Agency < sample.json

            The file is one JSON object: "guardian" with id, name and email, and
            "dependents", a list of objects with id, name, relationship, service_type,
            due_date and fee: {"amount_minor": 20000, "currency": "sar"} are 200.00 SAR.
            A fee that is not known is left out: then nothing can be paid.
            Who is there already is replaced, until a payment was begun.
            """)

    @Argument(help: "The file; - is stdin.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The organization that gets the fees.", valueName: "id"))
    var org: String

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let enrollment = try Enrollment(path: file)
        let reviews = try await data.withData(needsProcessor: false) { data in
            let id = try await data.read { try $0.knownOrganization(org).id }
            try await data.products.dependents.enroll(enrollment.dependents, of: enrollment.guardian, at: id)
            return try await data.products.dependents.reviews(of: enrollment.guardian.id, at: id)
        }
        try output.print(.list(reviews.map(\.document), hasMore: false)) { reviews.table(style: $0) }
    }
}
