import ArgumentParser
import Giving

/// Which donor is meant.
struct DonorNameOptions: ParsableArguments {
    @Argument(help: "The donor's e-mail address or id.")
    var donor: String?

    @Option(help: ArgumentHelp("The donor's e-mail address, in its place.", valueName: "address"))
    var email: String?

    func validate() throws {
        if (donor == nil) == (email == nil) {
            throw ValidationError("Give the donor's e-mail address or id.")
        }
    }

    var name: DonorName { email.map(DonorName.email) ?? DonorName(donor ?? "") }
}
