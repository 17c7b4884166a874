package import Documents
import FailureKit

extension ServeLayer {
    /// The name of the environment variable that contains the path of the settings file. A flag can also set
    /// the path.
    package static let fileVariable = ServeSetting.variablePrefix + "CONFIG"

    /// Returns the settings in environment variables. An empty variable counts as not set.
    ///
    /// - Throws: An error with exit code 78 if a value is invalid, or if a variable begins with
    ///   ``ServeSetting/variablePrefix`` but is not a setting, for example because it is misspelled.
    package static func environment(_ variables: [String: String]) throws(CommandError) -> ServeLayer {
        let known = ServeSetting.allCases.map(\.variable) + [fileVariable]
        for name in variables.keys.sorted() where name.hasPrefix(ServeSetting.variablePrefix) {
            if known.contains(name) { continue }
            let near = nearest(to: name, among: known)
            throw CommandError(
                .configuration, code: "unknownSetting", "there is no setting \(name.prefix(100))",
                remedy: near.map { "did you mean \($0)?" }
                    ?? "unset the variable; `tapctl serve --print-config` then shows all settings")
        }
        var layer = ServeLayer(source: .environment)
        for setting in ServeSetting.allCases {
            guard let text = variables[setting.variable], !text.isEmpty else { continue }
            layer.values[setting] =
                setting.kind == .list
                ? text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) : [text]
        }
        try layer.check()
        return layer
    }
}
