/// The fields of a Flipper file: for each key, the lines that have this key.
struct FlipperFields {
    /// The version of the file format, 2 to 4.
    let version: Int
    private let lines: [String: TextLine]
    /// For each key that occurs more than once, all of its values in order.
    private let repeated: [String: [TextLine]]

    /// The suffix of a comment that marks the value on the next line as assumed. The writer adds both lines
    /// if Flipper requires a value that the image does not have.
    private static let assumed = "is assumed: the source has none"

    /// Returns the comment to write before a line whose value is assumed. Flipper ignores comments.
    static func assumption(_ key: String) -> String { "# \(key) \(assumed)" }

    /// The keys that may occur only once, regardless of the device type.
    private static let headKeys: Set = ["Filetype", "Version", "Device type", "UID", "ATQA", "SAK"]
    /// The key of the lines that contain the message of a `Type 4 Tag`, 16 bytes on each line.
    static let repeatingKey = "NDEF Data"

    /// Splits a file into its fields.
    ///
    /// If ``FlipperReader`` supports the device type, every key except ``repeatingKey`` may occur only once.
    /// Files of other device types may contain lines without a colon, and may repeat keys that are not in
    /// `headKeys`. For example, a FeliCa file repeats keys for each system.
    ///
    /// - Throws: ``DumpError`` for a malformed line, a duplicate key, a missing or unsupported file type or
    ///   version, or a file that contains only cryptographic keys.
    init(_ bytes: [UInt8]) throws(DumpError) {
        var lines: [String: TextLine] = [:]
        var repeated: [String: [TextLine]] = [:]
        var withoutColon: TextLine?
        var again: (line: TextLine, key: String)?
        var isAssumed = false
        for line in try TextLine.all(of: bytes, keepingComments: true) {
            if line.begins(with: "#") {
                isAssumed = line.text.hasSuffix(Self.assumed)
                continue
            }
            if isAssumed {
                isAssumed = false
                continue
            }
            guard let (name, value) = line.text.splitAtColon else {
                withoutColon = withoutColon ?? line
                continue
            }
            let key = String(name)
            let field = TextLine(number: line.number, text: value.trimmingBlanks())
            guard let first = lines[key] else {
                lines[key] = field
                continue
            }
            repeated[key, default: [first]].append(field)
            if key != Self.repeatingKey, again == nil || Self.headKeys.contains(key) { again = (line, key) }
        }
        let type = try FlipperFields.line("Filetype", of: lines)
        if type.text == "Flipper NFC keys" { throw KeyFile.error("the type is `\(type.text)`") }
        let isRead = FlipperReader.readsMemory(
            lines["Device type"]?.text, hasPages: lines["Pages total"] != nil)
        if let line = withoutColon, isRead {
            throw line.error(
                .malformedLine, "the line does not have the form `key: value`",
                reason: "the line begins with `\(line.text.prefix(20))`",
                remedy: "remove the line, or put `#` before it")
        }
        if let again, isRead || Self.headKeys.contains(again.key) {
            throw again.line.error(
                .duplicateField, "`\(again.key)` appears twice",
                reason: "the first is on line \(lines[again.key]?.number ?? 0)",
                remedy: "keep only the correct line")
        }
        guard type.text == "Flipper NFC device" else {
            throw type.error(
                .unknownFormat, "this Flipper file does not describe an NFC tag",
                reason: "the type is `\(type.text.prefix(30))`")
        }
        let version = try FlipperFields.number("Version", in: 0...Int(UInt32.max), of: lines)
        guard (2...4).contains(version) else {
            throw DumpError(
                .unsupportedVersion, at: .line(lines["Version"]?.number ?? 1),
                "version \(version) of the Flipper format is not supported",
                reason: "versions 2, 3 and 4 are supported",
                remedy: version < 2
                    ? "load the file on a Flipper with newer firmware, and save it again"
                    : "use a newer version of this program")
        }
        self.version = version
        self.lines = lines
        self.repeated = repeated
    }

    /// Returns all lines with a key, in order; empty if the file does not contain the key.
    func all(_ key: String) -> [TextLine] { repeated[key] ?? lines[key].map { [$0] } ?? [] }

    /// Returns descriptions of the lines whose keys are unknown, in the order of the file.
    func all(except isKnown: (String) -> Bool) -> [String] {
        lines.filter { !isKnown($0.key) }.sorted { $0.value.number < $1.value.number }
            .map { key, line in "the line `\(key.prefix(40)): \(line.text.prefix(80))`" }
    }

    func keys(beginning prefix: String) -> [String] { lines.keys.filter { $0.hasPrefix(prefix) } }

    func has(_ key: String) -> Bool { lines[key] != nil }

    /// Returns the first line with a key. Throws `missingField` if the file does not contain the key.
    func line(_ key: String) throws(DumpError) -> TextLine { try FlipperFields.line(key, of: lines) }

    /// Returns the value of a key as text. Throws `missingField` if the file does not contain the key.
    func text(_ key: String) throws(DumpError) -> String { String(try line(key).text) }

    /// Returns the value of a key as a decimal number. Throws an error if the key is missing, or if the value
    /// is not a number or is outside `range`.
    func number(_ key: String, in range: ClosedRange<Int>) throws(DumpError) -> Int {
        try FlipperFields.number(key, in: range, of: lines)
    }

    /// Returns the value of a key as bytes. The file contains them as pairs of hexadecimal digits.
    ///
    /// - Throws: An error if the key is missing, if the value is not hexadecimal, or if the number of bytes
    ///   is not in `counts`.
    func bytes(_ key: String, counts: Set<Int>) throws(DumpError) -> [UInt8] {
        let line = try line(key)
        guard let bytes = HexText.bytes(line.text) else { throw FlipperFields.notHex(line) }
        try FlipperFields.check(bytes.count, in: counts, key, line)
        return bytes
    }

    /// Returns the value of a key as exactly `count` bytes. A byte that the file marks as unknown (`??`) is
    /// nil.
    ///
    /// - Throws: An error if the key is missing, if the value is neither hexadecimal nor `??`, or if the
    ///   number of bytes is not `count`.
    func bytesWithGaps(_ key: String, count: Int) throws(DumpError) -> [UInt8?] {
        let line = try line(key)
        guard let bytes = HexText.bytes(line.text, unknownMark: "?") else { throw FlipperFields.notHex(line) }
        try FlipperFields.check(bytes.count, in: [count], key, line)
        return bytes
    }

    private static func line(_ key: String, of lines: [String: TextLine]) throws(DumpError) -> TextLine {
        guard let line = lines[key] else {
            throw DumpError(
                .missingField, "the file has no line `\(key)`",
                remedy: "the file may be incomplete: save it again in the program that created it")
        }
        return line
    }

    private static func number(
        _ key: String, in range: ClosedRange<Int>, of lines: [String: TextLine]
    ) throws(DumpError) -> Int {
        let line = try line(key, of: lines)
        guard let number = Int(line.text) else {
            throw line.error(
                .malformedLine, "`\(key)` is not a decimal number",
                reason: "the value is `\(line.text.prefix(20))`")
        }
        guard range.contains(number) else {
            throw line.error(
                .outOfRange, "`\(key)` is out of range",
                reason: "\(number) is not in the range \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    static func notHex(_ line: TextLine) -> DumpError {
        line.error(
            .malformedLine, "the value does not consist of pairs of hex digits",
            reason: "the value is `\(line.text.prefix(20))`")
    }

    private static func check(
        _ count: Int, in counts: Set<Int>, _ key: String, _ line: TextLine
    ) throws(DumpError) {
        guard !counts.contains(count) else { return }
        let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
        let expected =
            counts.count > 4 && most - least + 1 == counts.count
            ? "\(least) to \(most)"
            : counts.sorted().map(String.init).joined(separator: " or ")
        throw line.error(
            .wrongLength, "`\(key)` has the wrong length",
            reason: "\(count.counted("byte")) instead of \(expected)")
    }
}
