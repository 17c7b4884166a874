/// The clock of a simulated processor.
package struct ToldClock: Decodable, Sendable {
    /// Seconds since 1970.
    package var now: Int64
    /// How many seconds that is ahead of the clock of its machine.
    package var ahead: Int64
}
