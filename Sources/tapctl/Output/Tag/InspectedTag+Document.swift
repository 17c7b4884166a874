import Documents
import TagKit
import TagSecurity

extension InspectedTag {
    /// The JSON document that `tapctl tag info --json` prints.
    var infoDocument: JSONValue {
        let (tag, chip) = (snapshot.tag, snapshot.chip)
        return snapshot.head(object: "tag_info")
            .adding("capacity_bytes", snapshot.capacityBytes.json)
            .adding("atqa", .hex([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)]))
            .adding("sak", .hex([tag.sak]))
            .adding("ats_hex", .hex(tag.ats))
            .adding("version_hex", .hex(snapshot.version))
            .adding("clone", chip.isClone.json)
            .adding("originality", originality.document)
            .adding("signature_hex", .hex(signature))
            .adding("memory", snapshot.memory.document)
            .adding("warnings", .array(snapshot.findings.map(\.document)))
    }
}

extension Originality {
    /// The result of the originality check, for the `originality` field of a tag's JSON document.
    var document: JSONValue {
        [
            "result": code.json, "family": family.json, "message": summary.json, "meaning": meaning.json,
        ]
    }
}
