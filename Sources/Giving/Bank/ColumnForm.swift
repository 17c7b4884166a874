/// A parser for columns whose cells all have the same format. Cells with only one interpretation decide how ambiguous
/// cells are read.
enum ColumnForm {
    /// A cell and its line in the file.
    struct Cell: Hashable {
        var line: Int
        var text: String
    }

    /// The reason why a column cannot be read.
    enum Problem: Error, Hashable {
        /// The cell is not valid in any format.
        case unreadable(Cell)
        /// The cell has different values in two formats, and no other cell excludes one of them.
        case open(Cell)
        /// The cell is not valid in any format that the cells above allow.
        case mixed(Cell)
    }

    /// Returns the values of a column in the only format in which all its cells are valid.
    ///
    /// - Parameters:
    ///   - forms: The possible formats, at least one.
    ///   - read: Returns the value of the cell at an index in a format, or nil if the cell is not valid in that format.
    static func values<Form, Value: Equatable>(
        of cells: [Cell], in forms: [Form], _ read: (Int, Form) -> Value?
    ) throws(Problem) -> [Value] {
        let readings = cells.indices.map { index in forms.map { read(index, $0) } }
        for (cell, reading) in zip(cells, readings) where reading.allSatisfy({ $0 == nil }) {
            throw Problem.unreadable(cell)
        }
        var possible = Array(forms.indices)
        for (cell, reading) in zip(cells, readings) {
            possible = possible.filter { reading[$0] != nil }
            if possible.isEmpty { throw Problem.mixed(cell) }
        }
        let columns = possible.map { form in readings.compactMap { $0[form] } }
        for other in columns.dropFirst() {
            if let index = cells.indices.first(where: { columns[0][$0] != other[$0] }) {
                throw Problem.open(cells[index])
            }
        }
        return columns.first ?? []
    }
}
