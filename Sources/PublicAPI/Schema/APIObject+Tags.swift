import Documents
import InvocationRouter
import TagRegistry

/// The documents of tags.
extension APIObject {
    /// A batch. Its counts cover the seats of one organization.
    package static let batch = APIObject(
        name: "batch",
        fields: [
            .always("object", .text(of: ["batch"])), .always("name", .text()),
            .always("rows", .number(), "its seats: verified, writing and open together"),
            .always("verified", .number(), "seats whose tag is written, read back and recorded"),
            .always("failed", .number(), "how often a tag was set aside"),
            .always("open", .number(), "seats that wait for a tag"),
            .always("writing", .number(), "seats whose tag was begun and not ended"),
            .always("protection", .text(of: TagProtection.allCases.map(\.rawValue))),
            .always("chips", .list(of: .text()), "the products that are taken"),
            .always("genuine_only", .truth), .always("mirror", .truth, "the chip mirrors UID and counter"),
            .always("managed", .truth, "the tags hold /t/{tag}"), .always("created", .text()),
        ])

    /// A planned batch, as in `batch new`.
    static let batchPlan = APIObject(
        name: "batch_plan",
        fields: batch.fields + [
            .always("campuses", .list(of: .text()), "the sites of its seats, each once"),
            .always("kept", .truth, "false for a dry run"),
            .always("notes", .list(of: .text()), "what to look at; none when it is asked for again"),
        ])

    /// A managed tag, as in `managed list`.
    package static let managedTag = APIObject(
        name: "managed_tag",
        fields: [
            .always("object", .text(of: ["managed_tag"])), .always("id", .text(), "as in /t/{tag}"),
            .always("state", .text(of: ManagedDestination.State.allCases.map(\.rawValue))),
            .always("url", .orNull(.text()), "where it leads"), .always("org", .orNull(.text())),
            .always("fund", .orNull(.text())), .always("batch", .orNull(.text())),
            .always("seat", .orNull(.text())),
            .always("replaced_by", .orNull(.text()), "the id that took its place"),
            .always(
                "aims", .list(of: .object([.always("url", .text()), .always("since", .text())])),
                "where it led, the latest last"),
            .always("created", .text()),
        ])

    /// A managed tag, as in `managed aim`.
    static let aimedTag = APIObject(
        name: "aimed_tag",
        fields: managedTag.fields + [
            .always(
                "changes",
                .list(
                    of: .object([
                        .always("change", .text(of: URLRewrite.Change.Kind.allCases.map(\.rawValue))),
                        .always("part", .text(of: URLRewrite.Change.Part.allCases.map(\.rawValue))),
                        .always("from", .orNull(.text())), .always("to", .orNull(.text())),
                        .always("message", .text()),
                    ])),
                "the changes to the given URL; empty if the request is repeated")
        ])

    /// A seat, as in `batch export`.
    static let batchRow = APIObject(
        name: "batch_row",
        fields: [
            .always("number", .number(1 ... .max), "what starting_after takes"), .always("seat", .text()),
            .always("campus", .orNull(.text())), .always("org", .orNull(.text())),
            .always("fund", .orNull(.text())), .always("recurring", .truth),
            .always("url", .text(), "what is on the tag, a mirror's place-holder included"),
            .always("tag_id", .orNull(.text()), "the id in the URL"),
            .always("state", .text(of: BatchRow.State.allCases.map(\.rawValue))),
            .always("uid", .orNull(.text()), "the tag that is there"), .always("chip", .orNull(.text())),
            .always("signature", .orNull(.text())), .always("lock", .orNull(.text())),
            .always("doubled", .truth, "another chip showed the same UID"),
            .always("read_back_sha256", .orNull(.text())), .always("verified", .orNull(.text())),
            .always("failure", .orNull(.text()), "why the last tag for it was not taken"),
            .always("object", .text(of: ["batch_row"])),
        ])
}
