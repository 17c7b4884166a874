import Testing

@testable import TapServer

/// Replies in, commands out.
@Suite struct SMTPDialogueTests {
    private static let account = SMTPRelay.Account(user: "me", password: "pw")

    /// The actions after each reply; `TLS` is the handshake.
    private static func talk(
        _ replies: [String], account: SMTPRelay.Account? = nil, wantsTLS: Bool = false,
        from: String = "a@s.org", to: String = "b@r.org", text: String = "Hi"
    ) throws -> [String] {
        let message = "From: \(from)\r\nTo: \(to)\r\n\r\n\(text)\r\n"
        var dialogue = SMTPDialogue(
            try SMTPEnvelope(message: Array(message.utf8)), account: account, wantsTLS: wantsTLS)
        var reader = SMTPReplyReader()
        return try replies.map { text in
            let action: SMTPDialogue.Action
            if text == "TLS" {
                action = dialogue.secured()
            } else {
                let heard = try reader.read("\(text)\r\n".utf8)
                action = dialogue.hear(try #require(heard.first))
            }
            return words(for: action)
        }
    }

    private static func words(for action: SMTPDialogue.Action) -> String {
        switch action {
        case .send(let bytes): String(decoding: bytes.dropLast(2), as: UTF8.self)
        case .beginTLS: "begin TLS"
        case .delivered: "delivered"
        case .failed(let failure):
            "\(failure.code) \(failure.reply ?? 0)\(failure.isLasting ? " lasting" : "")"
        }
    }

    @Test("a letter without TLS: RFC 5321 §4.1.1")
    func plain() throws {
        let said = try Self.talk([
            "220 hi", "250-a\r\n250 8BITMIME", "250 ok", "250 ok", "354 go", "250 taken",
        ])
        #expect(
            said == [
                "EHLO s.org", "MAIL FROM:<a@s.org>", "RCPT TO:<b@r.org>", "DATA",
                "From: a@s.org\r\nTo: b@r.org\r\n\r\nHi\r\n.", "delivered",
            ])
    }

    @Test("STARTTLS forgets what was offered before it, and signs in behind it: RFC 3207 §4.2, RFC 4954 §4")
    func startTLS() throws {
        let said = try Self.talk(
            ["220 hi", "250-a\r\n250 STARTTLS", "220 go", "TLS", "250-a\r\n250 AUTH LOGIN PLAIN", "235 ok"],
            account: Self.account, wantsTLS: true)
        #expect(
            said == [
                "EHLO s.org", "STARTTLS", "begin TLS", "EHLO s.org", "AUTH PLAIN AG1lAHB3",
                "MAIL FROM:<a@s.org>",
            ])
    }

    @Test(
        "sends no part of the e-mail or password if TLS or sign-in is not offered",
        arguments: [
            (["220 hi", "250-a\r\n250 AUTH PLAIN"], true, "noTLS 0"),
            (["220 hi", "250-a\r\n250 AUTH LOGIN"], false, "noSignIn 0"),
            (
                ["220 hi", "250-a\r\n250-STARTTLS\r\n250 AUTH PLAIN", "220 go", "TLS", "250 a"], true,
                "noSignIn 0"
            ),
            (["220 hi", "250-a\r\n250 STARTTLS", "454 not now"], true, "turnedAway 454"),
        ])
    func notOffered(replies: [String], wantsTLS: Bool, end: String) throws {
        #expect(try Self.talk(replies, account: Self.account, wantsTLS: wantsTLS).last == end)
    }

    @Test(
        "a refusal lasts only where it is 5xx for the recipient or the text",
        arguments: [
            (["554 no"], "turnedAway 554"), (["220 hi", "502 no"], "turnedAway 502"),
            (["220 hi", "250 a", "451 later"], "turnedAway 451"),
            (["220 hi", "250 a", "550 no such sender"], "turnedAway 550"),
            (["220 hi", "250 a", "250 ok", "550 no such b@r.org"], "refused 550 lasting"),
            (["220 hi", "250 a", "250 ok", "450 later"], "refused 450"),
            (["220 hi", "250 a", "250 ok", "250 ok", "554 no"], "refused 554 lasting"),
            (["220 hi", "250 a", "250 ok", "250 ok", "354 go", "452 full"], "refused 452"),
            (["220 hi", "250 a", "250 ok", "250 ok", "250 ok"], "badReply 250"),
            (["220 hi", "250 a", "250 ok", "250 ok", "354 go", "252 taken"], "delivered"),
        ])
    func refused(replies: [String], end: String) throws {
        #expect(try Self.talk(replies).last == end)
    }

    @Test("a wrong password is a temporary failure")
    func wrongPassword() throws {
        let replies = ["220 hi", "250-a\r\n250 AUTH PLAIN", "535 no"]
        #expect(try Self.talk(replies, account: Self.account).last == "signInRefused 535")
    }

    @Test("a text in another script is announced, and is sent only to servers that accept it")
    func otherScripts() throws {
        #expect(try Self.talk(["220 hi", "250 a"], text: "über").last == "noUTF8 0 lasting")
        #expect(
            try Self.talk(["220 hi", "250-a\r\n250 8BITMIME"], text: "über").last
                == "MAIL FROM:<a@s.org> BODY=8BITMIME")
    }

    /// M-6.
    @Test("a server without SMTPUTF8 gets the domain in ASCII, in the envelope and the header (M-6)")
    func punycode() throws {
        let said = try Self.talk(
            ["220 hi", "250-a\r\n250 8BITMIME", "250 ok", "250 ok", "354 go", "250 taken"],
            from: "give@kirche-süd.example", to: "Hans@müller.example")
        #expect(
            said == [
                "EHLO localhost", "MAIL FROM:<give@xn--kirche-sd-x9a.example>",
                "RCPT TO:<Hans@xn--mller-kva.example>", "DATA",
                "From: give@xn--kirche-sd-x9a.example\r\nTo: Hans@xn--mller-kva.example\r\n\r\nHi\r\n.",
                "delivered",
            ], "\(said)")
    }

    @Test("a server with SMTPUTF8 gets the address as typed (M-6)")
    func smtpUTF8() throws {
        for to in ["hans@müller.example", "jürgen@müller.example"] {
            let said = try Self.talk(
                ["220 hi", "250-a\r\n250-8BITMIME\r\n250 SMTPUTF8", "250 ok", "250 ok"], to: to)
            #expect(said[1...] == ["MAIL FROM:<a@s.org> BODY=8BITMIME SMTPUTF8", "RCPT TO:<\(to)>", "DATA"])
        }
    }

    @Test(
        "without SMTPUTF8, an e-mail to a local part that is not ASCII fails permanently (M-6)"
    )
    func localPart() throws {
        let said = try Self.talk(["220 hi", "250-a\r\n250 8BITMIME"], to: "jürgen@müller.example")
        #expect(said.last == "noUTF8 0 lasting")
        #expect(SMTPFailure(.noUTF8).reason.contains("does not support"))
    }
}
