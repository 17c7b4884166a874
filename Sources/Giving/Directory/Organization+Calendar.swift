public import TimeKit

extension Organization {
    /// Days and years by its clock; by UTC where its time zone is not known on this machine.
    public var calendar: LocalCalendar { LocalCalendar(timeZone: timeZone) ?? .utc }
}
