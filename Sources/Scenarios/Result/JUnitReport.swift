import Documents

/// A report of scenario results in JUnit XML for CI systems, with one suite per file and one case per step.
///
/// Source: the JUnit XML format as read by Jenkins and GitLab; XML 1.0 (fifth edition) §2.2, §2.4.
package struct JUnitReport {
    let results: [ScenarioResult]

    package init(results: [ScenarioResult]) {
        self.results = results
    }

    package var text: String {
        let checks = results.flatMap(\.steps)
        let failed = checks.count { !$0.passed }
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<testsuites name="tapctl run" tests="\#(checks.count)" failures="\#(failed)">"#,
        ]
        lines += results.flatMap(Self.suite)
        lines.append("</testsuites>")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func suite(_ result: ScenarioResult) -> [String] {
        let failed = result.steps.count { !$0.passed }
        let time = "\(result.milliseconds / 1_000).\(String(result.milliseconds % 1_000 + 1_000).dropFirst())"
        var lines = [
            "  <testsuite name=\"\(escaped(result.name))\" file=\"\(escaped(result.file))\" "
                + "tests=\"\(result.steps.count)\" failures=\"\(failed)\" errors=\"0\" time=\"\(time)\">"
        ]
        for step in result.steps {
            let name = escaped("line \(step.line): \(step.what)")
            let start = "    <testcase classname=\"\(escaped(result.name))\" name=\"\(name)\""
            guard !step.passed else {
                lines.append(start + "/>")
                continue
            }
            lines.append(start + ">")
            for check in step.checks where !check.passed {
                let message = "\(check.title): expected \(check.expected), found \(check.found)"
                lines.append(
                    "      <failure message=\"\(escaped(message))\">\(escaped(result.file)):\(check.line)</failure>"
                )
            }
            lines.append("    </testcase>")
        }
        return lines + ["  </testsuite>"]
    }

    /// Returns the text escaped for an XML attribute or element. Characters that XML forbids are replaced
    /// with U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
