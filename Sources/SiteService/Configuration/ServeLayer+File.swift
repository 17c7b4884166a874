package import Documents
import FailureKit
import Foundation

extension ServeLayer {
    /// The maximum size of a settings file in bytes.
    package static let mostFileBytes = 64 << 10

    /// Parses a settings file: one JSON object whose keys are settings.
    ///
    /// - Throws: An error with exit code 78 if the content is not such an object, if a value is invalid, or
    ///   if a key is not a setting, for example because it is misspelled.
    package static func file(_ path: String, _ content: [UInt8]) throws(CommandError) -> ServeLayer {
        var layer = ServeLayer(source: .file, path: path)
        let written: [String: FileValue]
        do {
            written = try JSONDecoder().decode([String: FileValue].self, from: Data(content))
        } catch {
            throw CommandError(
                .configuration, code: "badConfiguration", "\(path) is not a valid settings file",
                reason:
                    "the file must contain a JSON object whose values are strings, whole numbers, Booleans "
                    + "or lists of strings",
                remedy: #"use a format like {"port": 8080, "public_url": "https://give.example.org"}"#)
        }
        for (key, value) in written.sorted(by: { $0.key < $1.key }) {
            guard let setting = ServeSetting.allCases.first(where: { $0.key == key }) else {
                throw unknown(key, in: path)
            }
            layer.values[setting] = try value.texts(of: setting, in: path)
        }
        try layer.check()
        return layer
    }

    private static func unknown(_ key: String, in path: String) -> CommandError {
        let near = nearest(to: key, among: ServeSetting.allCases.map(\.key))
        return CommandError(
            .configuration, code: "unknownSetting",
            "\(path) has an unknown setting: \(key.prefix(100))",
            remedy: near.map { "did you mean \($0)?" }
                ?? "remove the setting; `tapctl serve --print-config` then shows all settings")
    }
}

/// A value in a settings file.
private enum FileValue: Decodable {
    case text(String)
    case number(Int64)
    case yesOrNo(Bool)
    case list([String])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let isSo = try? value.decode(Bool.self) {
            self = .yesOrNo(isSo)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try value.decode([String].self))
        }
    }

    /// Returns the value as strings.
    ///
    /// - Throws: An error with exit code 78 if the value does not have the setting's type.
    func texts(of setting: ServeSetting, in path: String) throws(CommandError) -> [String] {
        switch (self, setting.kind) {
        case (.text(let text), .text), (.text(let text), .word): return [text]
        case (.number(let number), .number): return [String(number)]
        case (.yesOrNo(let isSo), .yesOrNo): return [String(isSo)]
        case (.list(let texts), .list): return texts
        default:
            let wanted =
                switch setting.kind {
                case .text, .word: "a string in quotation marks"
                case .number: "a number without quotation marks"
                case .yesOrNo: "true or false, without quotation marks"
                case .list: "a list of strings in brackets"
                }
            throw CommandError(
                .configuration, code: "badSetting", "\(setting.key) in \(path) has the wrong type",
                remedy: "write \(wanted)")
        }
    }
}
