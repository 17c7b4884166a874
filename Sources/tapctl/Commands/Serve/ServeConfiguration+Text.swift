import Documents
import SiteService

extension ServeConfiguration {
    /// Returns the settings as human-readable text, one per line, each with its source.
    func table(style: Style) -> String {
        let rows = ServeSetting.allCases.map { setting in
            let texts = texts(setting)
            return [
                setting.rawValue, texts.isEmpty ? "-" : printable(texts.joined(separator: ", ")),
                printable(source(of: setting)?.origin ?? "default"),
            ]
        }
        return tapctl.table([["setting", "value", "from"]] + rows, shrinking: ["value"], style: style)
    }
}
