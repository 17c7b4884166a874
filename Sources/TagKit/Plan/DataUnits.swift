/// A data area, divided into the units that one write command can change: 4-byte pages of a Type 2 tag, or
/// 16-byte blocks of a MIFARE Classic card.
struct DataUnits: Hashable {
    /// The size of a unit in bytes: 4 or 16.
    let unitBytes: Int
    /// The page or block of each unit, in the order of the area.
    let places: [ProgrammingStep.Place]
    /// The current content of each unit; nil if the unit was not read or the tag refused the read.
    let held: [[UInt8]?]

    /// The bytes of the whole area, with zeros for units whose content is unknown.
    let bytes: [UInt8]
    /// The bytes from the area's start up to the first unit whose content is unknown.
    let prefix: [UInt8]

    init(unitBytes: Int, places: [ProgrammingStep.Place], held: [[UInt8]?]) {
        self.unitBytes = unitBytes
        self.places = places
        self.held = held
        let unknown = [UInt8](repeating: 0, count: unitBytes)
        var bytes: [UInt8] = []
        for unit in held { bytes += unit ?? unknown }
        self.bytes = bytes
        prefix = Array(bytes[..<((held.firstIndex(of: nil) ?? held.count) * unitBytes)])
    }

    var areaBytes: Int { bytes.count }

    /// Returns the index of the unit that contains the byte at this offset in the area.
    func unit(of offset: Int) -> Int { offset / unitBytes }

    /// Returns the bytes of one unit, taken from the bytes of a whole area.
    func slice(_ unit: Int, of area: [UInt8]) -> [UInt8] {
        Array(area[unit * unitBytes..<(unit + 1) * unitBytes])
    }

    /// Creates the units of a Type 2 tag's data area, which begins at page 4.
    ///
    /// - Parameters:
    ///   - pages: The pages, starting with page 0; nil for unknown pages.
    ///   - areaBytes: The size of the area in bytes: a multiple of 4.
    static func type2(_ pages: [[UInt8]?], areaBytes: Int) -> DataUnits {
        let range = Type2Memory.firstUserPage..<Type2Memory.firstUserPage + areaBytes / 4
        return DataUnits(
            unitBytes: 4, places: range.map { .page($0) },
            held: range.map(pages.held))
    }
}

extension [[UInt8]?] {
    /// The page or block at an index; nil if it is unknown or outside the memory.
    func held(_ index: Int) -> [UInt8]? { indices.contains(index) ? self[index] : nil }
}
