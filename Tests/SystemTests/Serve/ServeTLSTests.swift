import Foundation
import TestSupport
import Testing

/// `tapctl serve` with a certificate.
@Suite struct ServeTLSTests {
    /// A certificate for this machine, and another key.
    private static let make = """
        new="openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -addext subjectAltName=IP:127.0.0.1,DNS:localhost"
        $new -keyout key.pem -out cert.pem 2> log && $new -keyout other.pem -out other-cert.pem 2> log
        cp key.pem open.pem; chmod 644 open.pem; chmod 600 text
        openssl pkey -in key.pem -aes256 -passout pass:secret -out locked.pem
        """
    private static let files = ["--tls-certificate", "cert.pem", "--tls-key", "key.pem"]

    @Test("serves pages over TLS with secure cookies and HSTS, and nothing without TLS")
    func serves() async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run("\(Self.make); tapctl org add Grace --name Grace")
            #expect(made.exitCode == 0, "\(made.standardError)")
            let server = try await ServedPages(Self.files + ["--http-port", "0"], in: scratch)
            #expect(server.address.hasPrefix("https://127.0.0.1:"))
            let plain = try await server.line(beginning: "redirecting from ")
            let run = try await scratch.run(
                """
                ask() { curl -s --cacert cert.pem "$@"; }
                ask -i \(server.address)/ | tr -d '\\r'; ask -i \(server.address)/admin/sign-in | grep -i set-cookie
                curl -s \(server.address)/; echo "unknown certificate $?"
                curl -s --max-time 5 \(server.address.replacing("https", with: "http"))/; echo "plain $?"
                ask -o none -w '%{ssl_verify_result} %{http_version}\\n' \(server.address)/healthz
                curl -s --tls-max 1.1 --cacert cert.pem \(server.address)/; echo "old $?"
                """)
            let said = run.standardOutput
            #expect(said.hasPrefix("HTTP/1.1 200 OK\n") && said.contains("Grace"), "\(said)")
            #expect(
                said.localizedCaseInsensitiveContains(
                    "\nStrict-Transport-Security: max-age=31536000; includeSubDomains\n"))
            #expect(said.localizedCaseInsensitiveContains("; HttpOnly; SameSite=Strict; Secure"))
            #expect(said.contains("unknown certificate 60\n") && said.contains("\n0 1.1\n"))
            #expect(said.contains("\nold ") && !said.contains("\nold 0\n"))
            #expect(said.contains("plain ") && !said.contains("plain 0\n"))

            let redirected = try await scratch.run(
                """
                curl -si '\(plain)/Grace?f=12&r=0' | tr -d '\\r'
                curl -s -o none -w '%{http_code} %{redirect_url}\\n' -H 'Host: evil.example' \(plain)/Grace
                curl -s -o none -w '%{http_code} %{redirect_url}\\n' -u key: \(plain)/api/v1/gifts
                curl -s -o none -w '%{http_code} %{redirect_url}\\n' \(plain)/api/openapi.json
                curl -s -o none -w '%{http_code} %{redirect_url}\\n' -d a=b \(plain)/-/give
                curl -s -o none -w '%{redirect_url}\\n' '\(plain)//evil.example/'
                """)
            let lines = redirected.standardOutput.split(separator: "\n").map(String.init)
            let refused = try await scratch.run("tapctl audit-log list --refused")
            #expect(refused.standardOutput.contains("refused: keyInPlainText"))
            #expect(lines.first == "HTTP/1.1 308 Permanent Redirect")
            #expect(
                lines.contains { $0.lowercased() == "location: \(server.address)/grace?f=12&r=0" }, "\(lines)"
            )
            #expect(!lines.contains { $0.lowercased().hasPrefix("strict-transport-security") })
            #expect(lines.suffix(5).prefix(3) == ["421 ", "403 ", "403 "])
            #expect(lines.suffix(2).first == "308 \(server.address)/-/give")
            #expect(lines.last == "\(server.address)//evil.example/")
            _ = try await server.end()
        }
    }

    @Test("S-15: TLS 1.2 has only suites with forward secrecy and authenticated encryption")
    func suites() async throws {
        try await Scratch.with { scratch in
            // With an RSA certificate, a server could also offer the key exchange of RSA.
            let made = try await scratch.run(
                """
                openssl req -x509 -newkey rsa:3072 -nodes -days 2 -subj /CN=localhost \
                -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem 2> log
                """)
            #expect(made.exitCode == 0, "\(made.standardError)")
            let server = try await ServedPages(Self.files, in: scratch)
            let run = try await scratch.run(
                """
                for suite in ECDHE-RSA-AES256-GCM-SHA384 ECDHE-RSA-CHACHA20-POLY1305 ECDHE-RSA-AES128-GCM-SHA256 \
                    AES256-GCM-SHA384 AES128-GCM-SHA256 AES128-SHA256 AES128-SHA \
                    ECDHE-RSA-AES256-SHA384 ECDHE-RSA-AES128-SHA256 ECDHE-RSA-AES256-SHA ECDHE-RSA-AES128-SHA; do
                    curl -s --tls-max 1.2 --ciphers $suite --cacert cert.pem \(server.address)/healthz > body
                    echo $suite $?
                done
                """)
            let exits = run.standardOutput.split(separator: "\n").compactMap { $0.split(separator: " ").last }
            // 35: the server refused the handshake. 59 would mean that the client does not know the suite.
            #expect(exits == ["0", "0", "0"] + Array(repeating: "35", count: 8), "\(run.standardOutput)")
            _ = try await server.end()
        }
    }

    @Test("a public address of its own is where plain HTTP leads, and links in e-mails")
    func publicURL() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(Self.make)
            let server = try await ServedPages(
                Self.files + ["--http-port", "0", "--public-url", "https://give.example.org"], in: scratch)
            let plain = try await server.line(beginning: "redirecting from ")
            let run = try await scratch.run("curl -s -o none -w '%{redirect_url}' \(plain)/Grace")
            #expect(run.standardOutput == "https://give.example.org/Grace")
            _ = try await server.end()
        }
    }

    @Test(
        "invalid TLS files give exit code 66, 77 or 78, and conflicting settings 64",
        arguments: [
            ("--tls-certificate none.pem --tls-key key.pem", 66, "cannot read none.pem"),
            ("--tls-certificate cert.pem --tls-key none.pem", 66, "cannot read none.pem"),
            ("--tls-certificate text --tls-key key.pem", 78, "text: the certificate cannot be read"),
            ("--tls-certificate key.pem --tls-key key.pem", 78, "key.pem: the certificate cannot be read"),
            ("--tls-certificate cert.pem --tls-key text", 78, "text: the certificate's key cannot be read"),
            ("--tls-certificate cert.pem --tls-key open.pem", 77, "other users can read the secret open.pem"),
            ("--tls-certificate cert.pem --tls-key locked.pem", 78, "has a passphrase"),
            (
                "--tls-certificate cert.pem --tls-key other.pem", 78,
                "cert.pem: the certificate does not match the key"
            ),
            ("--tls-certificate large --tls-key key.pem", 78, "large is too large"),
            ("--tls-certificate cert.pem", 64, "--tls-certificate requires --tls-key"),
            ("--tls-key key.pem", 64, "--tls-key requires --tls-certificate"),
            ("--http-port 0", 64, "--http-port requires --tls-certificate"),
            (
                "--tls-certificate cert.pem --tls-key key.pem --public-url http://a.example", 64,
                "--public-url uses http"
            ),
        ] as [(String, Int32, String)])
    func refused(arguments: String, exitCode: Int32, said: String) async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run(Self.make)
            let run = try await scratch.run("tapctl serve --port 0 \(arguments)")
            #expect(run.exitCode == exitCode)
            #expect(run.standardError.contains(said), "\(run.standardError)")
            #expect(!run.standardError.contains("BEGIN EC"))
        }
    }
}
