import Documents
import FailureKit
import Glibc

/// Prompts that ask the user questions at a terminal.
enum Question {
    /// Whether the program can ask a question. Both the question and the response require a terminal.
    static var canBeAsked: Bool { isatty(0) == 1 && StandardStream.err.isTerminal }

    /// Asks a yes-or-no question. Any response other than a clear yes means no.
    ///
    /// The question is printed on a separate line if the fact and the question together exceed 80 columns.
    ///
    /// - Throws: `CancellationError` if Ctrl-C is pressed.
    static func yes(_ fact: String, _ question: String) async throws -> Bool {
        Terminal.endProgress()
        let ask = "\(question) [y/N] "
        let space = fact.count + 1 + ask.count < 80 ? " " : "\n"
        try? StandardStream.err.write(fact + space + ask)
        let answer = try await line()
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Asks for confirmation before an irreversible action.
    ///
    /// - Parameters:
    ///     - fact: A sentence about the permanent effect, shown before the question.
    ///     - question: The question.
    ///     - reason: A clause about the permanent effect, for the error that is thrown if the program cannot
    ///       ask.
    ///     - remedy: The remedy of that error.
    ///     - refusal: The error message if the response is not yes.
    /// - Throws: An error with exit code 77 if the program cannot ask, or if the response is not yes.
    static func confirm(
        _ fact: String, _ question: String = "Continue?", reason: String,
        remedy: String = "use --yes to skip the confirmation", refusal: String
    ) async throws {
        try requireTerminal(reason: reason, remedy: remedy)
        guard try await yes(fact, question) else { throw CommandError.chosen(refusal) }
    }

    /// Throws an error with exit code 77 if the program cannot ask for confirmation.
    static func requireTerminal(reason: String, remedy: String) throws {
        guard !canBeAsked else { return }
        throw CommandError(
            .refused, code: "notConfirmed",
            "this cannot be undone, and there is no terminal for the confirmation", reason: reason,
            remedy: remedy)
    }

    /// Asks the person to type a word, and returns whether the response matches, ignoring case and spaces.
    ///
    /// - Throws: `CancellationError` if Ctrl-C is pressed.
    static func typed(_ word: String, _ question: String) async throws -> Bool {
        Terminal.endProgress()
        try? StandardStream.err.write("\(question) ")
        let answer = try await line()
        return answer.filter { !$0.isWhitespace }.uppercased() == word.uppercased()
    }

    /// Whether standard input is a terminal.
    static var isTyped: Bool { isatty(0) == 1 }

    /// Prints a prompt, and reads a line without echoing it. Only the final line break is echoed. The
    /// terminal's echo is restored even if an error is thrown.
    ///
    /// - Throws: `CancellationError` if Ctrl-C is pressed.
    static func hidden(_ fact: String) async throws -> String {
        try await Interrupts.guarding(quietly: true) {
            let before = hideTyping()
            defer { if var before { tcsetattr(0, TCSANOW, &before) } }
            Terminal.endProgress()
            try? StandardStream.err.write(fact + "\n")
            return try await line()
        }
    }

    /// Switches off the terminal's echo.
    ///
    /// - Returns: The previous settings of the terminal; nil if standard input is not a terminal.
    private static func hideTyping() -> termios? {
        var before = termios()
        guard tcgetattr(0, &before) == 0 else { return nil }
        var quiet = before
        quiet.c_lflag = quiet.c_lflag & ~UInt32(ECHO) | UInt32(ECHONL)
        tcsetattr(0, TCSANOW, &quiet)
        return before
    }

    /// Reads a line from the terminal without blocking the threads of Swift's tasks or the handling of
    /// Ctrl-C.
    private static func line() async throws -> String {
        while true {
            try Task.checkCancellation()
            let isReady = await Blocking.run {
                var wanted = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
                return poll(&wanted, 1, 100) > 0
            }
            if isReady { return readLine() ?? "" }
        }
    }
}
