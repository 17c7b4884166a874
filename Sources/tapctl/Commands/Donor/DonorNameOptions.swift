import ArgumentParser
import Giving

/// Which donor is meant.
struct DonorNameOptions: ParsableArguments {
    @Argument(help: "The donor's id.")
    var donor: String?

    @Option(help: ArgumentHelp("The donor's e-mail address, in place of the id.", valueName: "address"))
    var email: String?

    func validate() throws {
        if (donor == nil) == (email == nil) {
            throw ValidationError("Give one of: the donor's id, or --email.")
        }
    }

    var name: DonorName { email.map(DonorName.email) ?? .id(donor ?? "") }
}
