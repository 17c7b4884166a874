package import Documents
import FailureKit

extension ServeLayer {
    /// The file's path, for whom a flag is too far away.
    package static let fileVariable = ServeSetting.variablePrefix + "CONFIG"

    /// What the variables of the environment say; an empty one says nothing.
    ///
    /// - Throws: exit 78 for a variable that begins as ours do and is none: it would be passed over in silence.
    package static func environment(_ variables: [String: String]) throws(CommandError) -> ServeLayer {
        let known = ServeSetting.allCases.map(\.variable) + [fileVariable]
        for name in variables.keys.sorted() where name.hasPrefix(ServeSetting.variablePrefix) {
            if known.contains(name) { continue }
            let near = nearest(to: name, among: known)
            throw CommandError(
                .configuration, code: "unknownSetting", "there is no setting \(name.prefix(100))",
                remedy: near.map { "did you mean \($0)?" }
                    ?? "`tapctl serve --print-config` shows all settings")
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
