import Documents
import TagKit

extension InspectedTag {
    /// The document of `tag info`.
    var infoDocument: JSONValue {
        let (tag, chip) = (look.tag, look.chip)
        return look.head(object: "tag_info")
            .adding("capacity_bytes", .int(look.capacityBytes))
            .adding("atqa", .string(hexText([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])))
            .adding("sak", .string(hexText([tag.sak])))
            .adding("ats_hex", .hex(tag.ats))
            .adding("version_hex", .hex(look.version))
            .adding("clone", .bool(chip.isClone))
            .adding("originality", originality.document)
            .adding("signature_hex", .hex(signature))
            .adding("memory", look.memory.document)
            .adding("warnings", .array(look.findings.map(\.document)))
    }
}
