import Processor
import Testing

@testable import ProcessorSimulator

@Suite struct CardNumbersTests {
    @Test(
        "what may be somebody's card is found wherever it stands",
        arguments: [
            "4111111111111111", "my card: 5500 0000 0000 0004.", "3400-0000-0000-009", "4222222222222",
            "(6304000000000000)", "a 4111111111111111 b",
        ])
    func found(_ text: String) {
        #expect(CardNumbers.holdsCardNumber(text))
    }

    @Test(
        "test numbers, other numbers and parts of ids are none",
        arguments: [
            "4242 4242 4242 4242", "378282246310005", "4111111111111112", "1700000000000", "000123456789",
            "DE89370400440532013000", "x4111111111111111", "4111111111111111_", "411111111111111", "", "- -",
        ])
    func passed(_ text: String) {
        #expect(!CardNumbers.holdsCardNumber(text))
    }

    // C0-32
    @Test("a form is refused by the name of its field, and the number is told nowhere")
    func form() throws {
        let form = try FormNode(form: "metadata[a][4111111111111111]=x".utf8)
        let error = #expect(throws: ProcessorError.self) { try CardNumbers.refuse(in: form) }
        #expect(error?.parameter == "metadata[a][…]")
        #expect(error?.message.contains("4111") == false)
    }
}
