/// A day of the week, numbered as in ISO 8601.
public enum Weekday: Int, Hashable, Sendable, CaseIterable {
    /// 1 for Monday to 7 for Sunday.
    case monday = 1
    case tuesday, wednesday, thursday, friday, saturday, sunday
}
