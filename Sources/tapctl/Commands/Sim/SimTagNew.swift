import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import SimulationKit
import TagDumps
import TagKit
import TagSimulator

/// `tapctl sim tag new`: creates virtual tags in factory state, each in a file.
struct SimTagNew: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create virtual tags in factory condition.",
        discussion: """
            EXAMPLES:
              tapctl sim tag new seat.nfc
              tapctl sim tag new seat.nfc --type NTAG215 --uid 04E141124C2880
              tapctl sim tag new seats/ --count 300     seats/tag-001.nfc to tag-300.nfc
              tapctl sim tag new copy.nfc --defect no-get-version --defect stuck-page=9
              tapctl tag read --reader sim:seat.nfc

            TYPES:
              \(TagImage.factoryProducts.joined(separator: "\n  "))

            DEFECTS:
              \(TagDefect.names.joined(separator: "\n  "))

            Each tag is stored in a Flipper .nfc file, which is updated at each page write.
            Existing files are kept, unless you use --force.
            """)

    @Argument(
        help:
            "The new file. With --count: the base name of the files, or a folder name that ends with a slash."
    )
    var file: String

    @Option(
        help: ArgumentHelp("The chip of the tag. (default: NTAG213)", valueName: "product"),
        completion: .list(TagImage.factoryProducts), transform: SimTagNew.product)
    var type = "NTAG213"

    @Option(
        help: ArgumentHelp(
            "The UID in hex: 7 bytes, or 4 for a MIFARE Classic. With --count, it increases by 1 for each tag.",
            valueName: "hex"),
        transform: SimTagNew.uid)
    var uid: [UInt8]?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of tags to create, 1 to 9999.", valueName: "n"))
    var count = 1

    @Option(
        help: ArgumentHelp("A defect of the tag; can be repeated.", valueName: "name"),
        transform: SimTagNew.defect)
    var defect: [TagDefect] = []

    @Flag(help: "Replace existing files.")
    var force = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...9_999).contains(count) else {
            throw ValidationError("--count must be between 1 and 9999.")
        }
    }

    func run() async throws {
        let paths = TagFileNames(file, count: count).paths
        var images: [TagImage] = []
        for index in paths.indices { images.append(try image(number: index)) }
        // A folder is created if the given name ends with a slash.
        if file.hasSuffix("/") { try NewFile.makeFolder(file) }
        try NewFile.refuseExisting(paths, force: force)
        for (path, image) in zip(paths, images) {
            try NewFile.write(image.contents(as: .flipper), to: path, force: force)
        }
        try output.print(Self.document(paths, images)) { style in
            zip(paths, images).map { path, image in
                "\(style.bold(printable(path)))  \(image.product)  \(uidText(image.uid))"
            }
            .joined(separator: "\n")
        }
    }

    private static func document(_ paths: [String], _ images: [TagImage]) -> JSONValue {
        let tags = zip(paths, images).map { path, image -> JSONValue in
            [
                "object": "sim_tag", "path": path.json, "product": image.product.json,
                "uid": uidText(image.uid).json,
            ]
        }
        return ["object": "list", "data": .array(tags)]
    }

    private func image(number: Int) throws -> TagImage {
        let uid = uid.map { Self.counted($0, up: number) } ?? Self.randomUID()
        guard var image = TagImage.factory(product: type, uid: uid)?.signedBySimulator else {
            throw CommandError(usage: "\(type) cannot have a UID of \(uid.count) bytes")
        }
        if let strange = defect.first(where: { !$0.fits(image.memory) }) {
            throw CommandError(usage: "\(type) cannot have the defect \(strange.name)")
        }
        image.defects = defect.map(\.name)
        return image
    }

    /// Returns a random UID like those of NXP chips: 04 followed by six random bytes.
    private static func randomUID() -> [UInt8] {
        [0x04] + (0..<6).map { _ in UInt8.random(in: .min ... .max) }
    }

    /// Returns a UID incremented by `number`. The first byte, which identifies the manufacturer, does not
    /// change.
    private static func counted(_ uid: [UInt8], up number: Int) -> [UInt8] {
        var uid = uid
        var carry = number
        for index in uid.indices.dropFirst().reversed() {
            carry += Int(uid[index])
            uid[index] = UInt8(carry & 0xFF)
            carry >>= 8
        }
        return uid
    }

    private static func product(_ text: String) throws -> String {
        let products = TagImage.factoryProducts
        if let product = products.first(where: { productKey($0) == productKey(text) }) { return product }
        let near = nearest(to: productKey(text), among: products.map(productKey))
        if let near, let product = products.first(where: { productKey($0) == near }) {
            throw ValidationError("Did you mean '\(product)'?")
        }
        throw ValidationError("Valid values: \(products.joined(separator: ", ")).")
    }

    private static func defect(_ text: String) throws -> TagDefect {
        guard let defect = TagDefect(name: text) else {
            throw ValidationError("Valid values: \(TagDefect.names.joined(separator: ", ")).")
        }
        return defect
    }

    private static func uid(_ text: String) throws -> [UInt8] {
        guard let uid = try? bytes(fromHex: text), [4, 7].contains(uid.count) else {
            throw ValidationError(
                "A UID must have 7 bytes (14 hex digits); a MIFARE Classic UID may have 4 bytes.")
        }
        // Source: ISO/IEC 14443-3 §6.4.4: 88 announces another cascade level and cannot begin a UID.
        guard uid[0] != 0x88 else {
            throw ValidationError("A UID cannot begin with 88 (hex), which is reserved.")
        }
        return uid
    }
}
