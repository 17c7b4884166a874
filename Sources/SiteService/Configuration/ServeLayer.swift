import DataFolderKit
package import Documents
import FailureKit

/// The server's settings from one source, such as the settings file.
///
/// All values are strings. A setting that is not a list has exactly one string.
package struct ServeLayer: Hashable, Sendable {
    /// The kinds of sources. A later case overrides the earlier ones.
    package enum Source: String, CaseIterable, Sendable {
        case standard, file, environment, flag
    }

    /// The kind of source that the values come from.
    package var source: Source
    /// The path of the settings file; empty for the other sources.
    package var path = ""
    /// The values, keyed by setting. Settings that the source does not set are missing.
    package var values: [ServeSetting: [String]] = [:]

    package init(source: Source, path: String = "", values: [ServeSetting: [String]] = [:]) {
        self.source = source
        self.path = path
        self.values = values
    }

    /// The layer with the default values.
    package static var standard: ServeLayer {
        var layer = ServeLayer(source: .standard)
        for setting in ServeSetting.allCases { layer.values[setting] = setting.standard }
        return layer
    }

    /// Returns the name of a setting's source for display: the flag, the environment variable, the path of
    /// the settings file, or `default`.
    package func origin(of setting: ServeSetting) -> String {
        switch source {
        case .standard: "default"
        case .file: path
        case .environment: setting.variable
        case .flag: setting.flag
        }
    }

    /// Returns the name of a setting in this source. For the settings file, the result contains the key and
    /// the path, such as `port in serve.json`.
    package func name(of setting: ServeSetting) -> String {
        source == .file ? "\(setting.key) in \(path)" : origin(of: setting)
    }

    /// Checks that each value is valid for its setting.
    ///
    /// - Throws: An error with exit code 64 for a flag, or 78 for a file or a variable.
    package func check() throws(CommandError) {
        for setting in ServeSetting.allCases {
            guard let wrong = values[setting]?.first(where: { !setting.takes($0) }) else { continue }
            // A person may have entered the secret itself instead of a file's name.
            let isSecret =
                [.processorKey, .webhookSecret, .smtpPassword].contains(setting)
                || setting == .database && DatabaseAddress.hasPassword(wrong)
            let shown = isSecret ? "a secret" : "\"\(wrong.prefix(100))\""
            throw CommandError(
                source == .flag ? .usage : .configuration, code: "badSetting",
                "\(name(of: setting)) cannot be \(shown)",
                remedy: setting.form)
        }
    }
}
