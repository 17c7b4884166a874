import FailureKit
import Testing

@testable import PostgresKit

@Suite struct PostgresErrorTests {
    @Test(
        "the server's codes have a code and a category",
        arguments: [
            ("28P01", .wrongPassword, .configuration), ("28000", .wrongPassword, .configuration),
            ("3D000", .missing, .notFound), ("42501", .notPermitted, .cannotCreate),
            ("53300", .tooManyConnections, .tryAgain), ("57P03", .starting, .tryAgain),
            ("53100", .full, .inputOutput), ("53200", .busy, .tryAgain), ("25006", .readOnly, .cannotCreate),
            ("57014", .timeout, .tryAgain), ("55P03", .timeout, .tryAgain), ("25P03", .timeout, .tryAgain),
            ("40001", .conflict, .tryAgain), ("40P01", .conflict, .tryAgain),
            ("57P01", .connectionLost, .inputOutput), ("08006", .connectionLost, .inputOutput),
            ("23505", .constraint, .ourBug), ("58030", .inputOutput, .inputOutput),
            ("XX001", .inputOutput, .inputOutput), ("42601", .internal, .ourBug),
            ("22003", .internal, .ourBug),
        ] as [(String, PostgresError.Code, FailureCategory)])
    func codes(sqlState: String, code: PostgresError.Code, category: FailureCategory) {
        let error = PostgresError(sqlState: sqlState, message: "message", at: "a/church")
        #expect(error.code == code)
        #expect(error.category == category)
        #expect(error.reason.hasSuffix("SQLSTATE \(sqlState)"))
    }

    @Test("a refused login is not described as a wrong password if the server does not say so")
    func refusedLogin() {
        let refused = PostgresError(
            sqlState: "28000", message: "no pg_hba.conf entry for host", at: "a/church")
        #expect(refused.description.contains("the server refused the login"))
        let wrong = PostgresError(sqlState: "28P01", message: "message", at: "a/church")
        #expect(wrong.description.contains("the server rejected the user or the password"))
    }

    @Test("the words of a server cannot control a terminal")
    func controls() {
        let error = PostgresError(
            sqlState: "57P03", message: "wait\u{1B}[2J\r\u{202E}now", at: "a/church")
        #expect(error.reason.hasPrefix("wait\u{FFFD}[2J\u{FFFD}\u{FFFD}now"))
    }

    @Test("leaves out messages that may contain a value of a row")
    func noValues() {
        for sqlState in ["22P02", "22001", "23505", "23514"] {
            let error = PostgresError(
                sqlState: sqlState, message: "invalid: \"4711\"", detail: "constraint c", at: "a/church")
            #expect(error.description.contains("constraint c"))
            #expect(!error.description.contains("4711"))
        }
        let error = PostgresError(sqlState: "42601", message: "syntax error", at: "a/church")
        #expect(error.description.hasPrefix("a/church: the database rejected a statement (syntax error"))
    }
}
