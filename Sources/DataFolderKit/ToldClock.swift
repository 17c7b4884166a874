/// The response with the clock of a simulated processor.
package struct ToldClock: Decodable, Sendable {
    /// The time in seconds since 1970.
    package var now: Int64
    /// The clock's lead over its machine's clock, in seconds.
    package var ahead: Int64
}
