import TagRegistry
import Testing

@Suite struct TagIdentifierTests {
    @Test(
        "an id is ten letters of base 32, whatever the random number",
        arguments: [
            (0, "0000000000"), (31, "z000000000"), (32, "0100000000"), (.max, "zzzzzzzzzz"),
            (1 << 63, "0000000000"), (1 << 49, "000000000g"),
        ] as [(UInt64, String)])
    func made(random: UInt64, id: String) { #expect(TagIdentifier.make(random: random) == id) }
}
