package import Documents
import FailureKit

/// What one source tells `tapctl serve`: some of the settings.
///
/// Values are texts, whatever they were written in; one that is no list has one text.
package struct ServeLayer: Hashable, Sendable {
    /// Where a value comes from; the later ones are stronger.
    package enum Source: String, CaseIterable, Hashable, Sendable {
        case standard, file, environment, flag
    }

    /// Where its values come from.
    package var source: Source
    /// The file's path; empty for the other sources.
    package var path = ""
    /// What is said; a setting that is missing is left to the weaker layers.
    package var values: [ServeSetting: [String]] = [:]

    package init(source: Source, path: String = "", values: [ServeSetting: [String]] = [:]) {
        self.source = source
        self.path = path
        self.values = values
    }

    /// What counts where nobody says anything.
    package static var standard: ServeLayer {
        var layer = ServeLayer(source: .standard)
        for setting in ServeSetting.allCases { layer.values[setting] = setting.standard }
        return layer
    }

    /// Who said what a setting is, as somebody would look for it: `--port`, `TAPCTL_SERVE_PORT`, `serve.json`.
    package func origin(of setting: ServeSetting) -> String {
        switch source {
        case .standard: "default"
        case .file: path
        case .environment: setting.variable
        case .flag: setting.flag
        }
    }

    /// What a setting is called there: `--port`, `TAPCTL_SERVE_PORT`, `port in serve.json`.
    package func name(of setting: ServeSetting) -> String {
        source == .file ? "\(setting.key) in \(path)" : origin(of: setting)
    }

    /// Holds each value against what its setting takes.
    ///
    /// - Throws: exit 64 for a flag, 78 for a file or a variable.
    package func check() throws(CommandError) {
        for setting in ServeSetting.allCases {
            guard let wrong = values[setting]?.first(where: { !setting.takes($0) }) else { continue }
            // What was meant to be a file's name may be the secret itself.
            let isSecret = [.processorKey, .webhookSecret, .smtpPassword].contains(setting)
            let shown = isSecret ? "a secret" : "“\(wrong.prefix(100))”"
            throw CommandError(
                source == .flag ? .usage : .configuration, code: "badSetting",
                "\(name(of: setting)) cannot be \(shown)",
                remedy: setting.form)
        }
    }
}
