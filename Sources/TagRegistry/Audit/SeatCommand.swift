import TextKit

/// The commands that a report tells a person to give.
enum SeatCommand {
    /// Gives a seat another tag, or writes its tag anew.
    static func replace(_ seat: String, _ batch: Batch) -> String {
        let secret = batch.protection == .password ? " --secret FILE" : ""
        return "tapctl tag replace \(seat.shellWord) --batch \(batch.name.shellWord)\(secret)"
    }

    /// Gives a managed seat another id.
    static func newID(_ seat: String, _ batch: String) -> String {
        "tapctl managed replace --batch \(batch.shellWord) --seat \(seat.shellWord)"
    }

    /// Goes on writing a batch.
    static func run(_ batch: String) -> String { "tapctl batch run \(batch.shellWord)" }

    /// Locks a batch for ever.
    static func lock(_ batch: String) -> String { "tapctl batch lock \(batch.shellWord)" }
}
