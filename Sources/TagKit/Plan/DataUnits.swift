/// A data area in the portions that one write sets: pages of a Type 2 tag, blocks of a MIFARE Classic card.
struct DataUnits: Hashable {
    /// 4 or 16.
    let unitBytes: Int
    /// Where each unit stands on the tag, in the order of the area.
    let places: [ProgrammingStep.Place]
    /// What each unit holds; nil where nobody looked or the tag refused.
    let held: [[UInt8]?]

    /// The whole area, with zeros where it is not known.
    let bytes: [UInt8]
    /// The area from its start as far as it is known without a gap.
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

    /// The size of the whole area.
    var areaBytes: Int { bytes.count }

    /// Which unit holds a byte of the area.
    func unit(of offset: Int) -> Int { offset / unitBytes }

    /// The bytes of one unit within `area`.
    func slice(_ unit: Int, of area: [UInt8]) -> [UInt8] {
        Array(area[unit * unitBytes..<(unit + 1) * unitBytes])
    }

    /// An area of pages of a Type 2 tag, from page 4 on.
    ///
    /// - Parameters:
    ///   - pages: All pages from 0 on, as far as they are known.
    ///   - areaBytes: A multiple of 4.
    static func type2(_ pages: [[UInt8]?], areaBytes: Int) -> DataUnits {
        let range = Type2Memory.firstUserPage..<Type2Memory.firstUserPage + areaBytes / 4
        return DataUnits(
            unitBytes: 4, places: range.map { .page($0) },
            held: range.map { pages.indices.contains($0) ? pages[$0] : nil })
    }
}
