import ArgumentParser
import Testing

@testable import tapctl

@Suite struct RecurringChangeCommandTests {
    @Test("the help says that a new method pays a past-due charge immediately")
    func help() {
        let words = RecurringChangeCommand.helpMessage(columns: 400).split(whereSeparator: \.isWhitespace)
        let help = words.joined(separator: " ")
        #expect(help.contains("a past-due charge is paid immediately with a new method"))
    }
}
