import ArgumentParser
import Giving

/// The options for an organization's details that can be changed later.
struct OrgFieldOptions: ParsableArguments {
    @Option(help: "The name that donors see, in any language.")
    var name: String?

    @Option(help: ArgumentHelp("The https URL of the organization's logo.", valueName: "url"))
    var logo: String?

    @Option(help: "The main color of giving pages, such as '#1a5fb4'.")
    var color: String?

    @Option(help: ArgumentHelp("The time zone, such as America/Chicago.", valueName: "zone"))
    var timeZone: String?

    @Option(
        help: ArgumentHelp(
            "The two-letter country code; it determines the wording of receipts.", valueName: "code"))
    var country: String?

    @Option(help: ArgumentHelp("The tax id; in the US, the EIN, such as 12-3456789.", valueName: "id"))
    var taxID: String?

    @Option(help: ArgumentHelp("The amount that the giving page suggests.", valueName: "amount"))
    var defaultAmount: String?

    @Option(help: ArgumentHelp("The minimum gift.", valueName: "amount"))
    var least: String?

    @Option(help: ArgumentHelp("The maximum gift.", valueName: "amount"))
    var most: String?

    @Option(
        help: ArgumentHelp(
            "The amounts that the giving page offers, such as 25,50,100,250.", valueName: "amounts"))
    var presets: String?

    @Option(
        help: ArgumentHelp(
            "The platform's fee in hundredths of a percent, in addition to the processor's fee.",
            valueName: "count"))
    var platformFee: Int64?

    @Option(help: ArgumentHelp("The text on card statements: 5 to 22 characters.", valueName: "text"))
    var statementDescriptor: String?

    /// Splits a list of amounts at semicolons, or at commas if it contains no semicolon.
    private static func amounts(_ text: String) -> [String] {
        text.split(separator: text.contains(";") ? ";" : ",").map(String.init)
    }

    /// The organization details that the options specify.
    var fields: OrganizationFields {
        var fields = OrganizationFields(displayName: name)
        (fields.logo, fields.color) = (logo, color)
        (fields.timeZone, fields.country, fields.taxID) = (timeZone, country, taxID)
        (fields.defaultAmount, fields.leastAmount, fields.mostAmount) = (defaultAmount, least, most)
        fields.presets = presets.map(Self.amounts)
        fields.platformFeeBasisPoints = platformFee
        fields.statementDescriptor = statementDescriptor
        return fields
    }
}
