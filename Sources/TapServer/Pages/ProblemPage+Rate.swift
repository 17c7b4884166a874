extension ProblemPage {
    /// More came from an address than is taken.
    static func tooMany(secondsToWait seconds: Int64) -> ProblemPage {
        ProblemPage(
            429, "Too many at once", "more came from your network than these pages take",
            reason: "everybody on it is counted together",
            remedy: "Try again in \(seconds) second\(seconds == 1 ? "" : "s"). Nothing was charged.")
    }
}
