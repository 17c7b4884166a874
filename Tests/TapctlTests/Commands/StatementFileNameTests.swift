import Testing

@testable import tapctl

/// The names of the files of yearly statements.
@Suite struct StatementFileNameTests {
    @Test("a file is named after its donor, and also by id if several donors have the name")
    func names() {
        let donors = [
            (id: "donor_1", name: "A Donor"), (id: "donor_2", name: "a donor"), (id: "donor_3", name: "…"),
            (id: "donor_4", name: "../José O'Neil, jr."),
        ]
        #expect(
            StatementFileName.names(of: donors, year: 2026) == [
                "statement-2026-A-Donor-donor_1", "statement-2026-a-donor-donor_2",
                "statement-2026-donor_3", "statement-2026-José-O-Neil-jr",
            ])
    }

    @Test("a long name is shortened")
    func long() {
        let donors = [(id: "donor_1", name: String(repeating: "é", count: 200))]
        #expect(StatementFileName.names(of: donors, year: 2026)[0].utf8.count == 15 + 100)
    }
}

/// The id that is suggested for an organization's name.
@Suite struct OrgIDSuggestionTests {
    @Test(
        "an id is made of the letters and digits of a name in Latin letters",
        arguments: [
            ("Grace Church", "GraceChurch"), ("St. Mark's", "StMarks"), ("Église 2", "Eglise2"),
            ("كنيسة", nil), ("Grace كنيسة", nil), ("--", nil),
        ] as [(String, String?)])
    func suggested(name: String, id: String?) {
        #expect(OrgAdd.id(for: name) == id)
    }
}
