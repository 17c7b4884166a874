/// One column of one bank is written in one form: what a cell leaves open, the others tell.
enum ColumnForm {
    /// A cell with the line on which it stands.
    struct Cell: Hashable {
        var line: Int
        var text: String
    }

    /// Why a column cannot be read.
    enum Problem: Error, Hashable {
        /// It can be read in no form.
        case unreadable(Cell)
        /// It is another value in another form, and no cell tells the form.
        case open(Cell)
        /// It has not the form that those above have.
        case mixed(Cell)
    }

    /// The values of a column, in the one form in which all of its cells can be read.
    ///
    /// - Parameter forms: Those that are possible, at least one.
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
