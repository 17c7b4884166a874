/// What tells the time: handed to everything that asks for it, so that tests and simulations set it.
public struct WallClock: Sendable {
    /// The moment it is now.
    public let now: @Sendable () -> Timestamp

    /// A clock that tells what `now` gives.
    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }
}
