import Testing
import TimeKit

@testable import Documents

/// A table of fields yields the document of a value and its schema.
@Suite struct DocumentFieldsTests {
    private enum Color: String, CaseIterable { case red, dark = "dark_blue" }

    private struct Seat: Documented {
        var name = "A1"
        var price: Int64 = 500
        var color = Color.dark
        var other: Color?
        var taken: Timestamp? = Timestamp(seconds: 0)
        var notes = ["new"]

        static let fields = DocumentFields<Seat>("seat") {
            Field("name", "as on its label") { $0.name }
            Field("price_minor", .number(0 ... .max)) { $0.price }
            Field("color") { $0.color }
            Field("other") { $0.other }
            Field("taken") { $0.taken }
            Field("notes") { $0.notes }
        }
    }

    private struct Row: Documented {
        var first = Seat()
        var seats = [Seat(other: .red, taken: nil, notes: [])]
        var counts: [Color: Int] = [.red: 2]

        static let fields = DocumentFields<Row>(named: "row") {
            Seat.fields(of: \.first)
            Field("seats", each: Seat.fields) { $0.seats }
            Field("counts", counts: \.counts)
        }
    }

    @Test("a document has the fields in the table's order, and null for a nil value")
    func document() {
        #expect(
            Seat().document.text == """
                {"object":"seat","name":"A1","price_minor":500,"color":"dark_blue","other":null,\
                "taken":"1970-01-01T00:00:00Z","notes":["new"]}
                """)
    }

    @Test("the schema follows from the types, and from the limits in the table")
    func schema() {
        guard case .named("seat", let fields) = Seat.fields.schema else {
            Issue.record("it has no name")
            return
        }
        #expect(
            APISchema.objectDocument(fields).text == """
                {"type":"object","properties":{"object":{"type":"string","enum":["seat"]},\
                "name":{"type":"string","description":"as on its label"},\
                "price_minor":{"type":"integer","minimum":0},\
                "color":{"type":"string","enum":["red","dark_blue"]},\
                "other":{"anyOf":[{"type":"string","enum":["red","dark_blue"]},{"type":"null"}]},\
                "taken":{"anyOf":[{"type":"string"},{"type":"null"}]},\
                "notes":{"type":"array","items":{"type":"string"}}},\
                "required":["object","name","price_minor","color","other","taken","notes"],\
                "additionalProperties":false}
                """)
    }

    @Test("a table can start with another one, and contain documents and counts")
    func nested() {
        #expect(Row.fields.schema.objects.map { $0.name } == ["row", "seat"])
        let text = Row().document.text
        #expect(text.hasPrefix(#"{"object":"seat","name":"A1""#))
        #expect(
            text.hasSuffix(
                """
                "seats":[{"object":"seat","name":"A1","price_minor":500,"color":"dark_blue","other":"red",\
                "taken":null,"notes":[]}],"counts":{"red":2,"dark_blue":0}}
                """))
    }
}
