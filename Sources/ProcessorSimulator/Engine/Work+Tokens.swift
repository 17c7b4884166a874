import Processor
import TimeKit

extension Work {
    func createToken(_ card: PaymentMethod.Create) throws -> Token {
        var token = Token(id: try newID("tok"), created: now)
        token.card = card
        return try put(token).noun
    }

    func createToken(_ account: BankAccount) throws -> Token {
        var token = Token(id: try newID("btok"), created: now)
        token.bankAccount = account
        return try put(token).noun
    }

    /// Takes a token; it is used up by that.
    ///
    /// - Returns: Nil where there is no such token.
    func use(token id: String) throws -> Token? {
        guard var token = try find(Token.self, id) else { return nil }
        guard !token.used else {
            throw ProcessorError.invalid(
                "token_already_used", "You cannot use a Stripe token more than once: \(id).")
        }
        token.used = true
        return try put(token).noun
    }
}
