import Processor
import Testing

@testable import ProcessorSimulator

@Suite struct CardNumbersTests {
    @Test(
        "finds a possible card number anywhere in a text",
        arguments: [
            "4111111111111111", "my card: 5500 0000 0000 0004.", "3400-0000-0000-009", "4222222222222",
            "(6304000000000000)", "a 4111111111111111 b",
        ])
    func found(_ text: String) {
        #expect(CardNumbers.holdsCardNumber(text))
    }

    @Test(
        "accepts test numbers, other numbers and parts of ids",
        arguments: [
            "4242 4242 4242 4242", "378282246310005", "4111111111111112", "1700000000000", "000123456789",
            "DE89370400440532013000", "x4111111111111111", "4111111111111111_", "411111111111111", "", "- -",
        ])
    func passed(_ text: String) {
        #expect(!CardNumbers.holdsCardNumber(text))
    }

    // C0-32
    @Test("refuses a form by the name of its field, without the number")
    func form() throws {
        let form = try FormNode(form: "metadata[a][4111111111111111]=x".utf8)
        let error = #expect(throws: ProcessorError.self) { try CardNumbers.refuse(in: form) }
        #expect(error?.parameter == "metadata[a][…]")
        #expect(error?.message.contains("4111") == false)
    }
}
