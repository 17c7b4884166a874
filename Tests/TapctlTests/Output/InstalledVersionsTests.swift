import Documents
import Testing

@testable import tapctl

@Suite struct InstalledVersionsTests {
    @Test(
        "reads the system's name from os-release",
        arguments: [
            (
                "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
                "Debian GNU/Linux 12 (bookworm)"
            ),
            ("PRETTY_NAME=Alpine", "Alpine"), ("PRETTY_NAME='Arch Linux'\nNAME=x", "Arch Linux"),
            ("NAME=Debian\n", nil), ("PRETTY_NAME=\"\"\n", nil), ("", nil),
        ])
    func name(release: String, name: String?) {
        #expect(InstalledVersions.prettyName(in: release) == name)
    }

    @Test("lists every library with its loaded version")
    func libraries() {
        let versions = InstalledVersions()
        #expect(versions.libraries.map(\.name) == ["libnfc", "libqrencode", "OpenSSL", "SQLite"])
        for library in versions.libraries {
            let parts = library.version.split(separator: ".")
            #expect(parts.count >= 3 && parts.prefix(2).allSatisfy { Int($0) != nil }, "\(library)")
        }
        #expect(versions.swift.split(separator: ".").compactMap { Int($0) }.count == 2, "\(versions.swift)")
        #expect(!versions.system.isEmpty && !versions.architecture.isEmpty)
    }

    @Test("the version is three numbers and the date is a day")
    func constants() {
        #expect(Version.number.wholeMatch(of: #/\d+\.\d+\.\d+/#) != nil)
        #expect(Version.date.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil)
    }
}
