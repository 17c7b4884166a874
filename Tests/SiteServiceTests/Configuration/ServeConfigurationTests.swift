import Testing

@testable import Documents
@testable import SiteService

/// Settings from a file, from the environment (which override the file) and from flags (which override both).
@Suite struct ServeConfigurationTests {
    private static func flags(_ values: [ServeSetting: [String]]) -> ServeLayer {
        ServeLayer(source: .flag, values: values)
    }

    private static func file(_ text: String) throws -> ServeLayer {
        try .file("serve.json", Array(text.utf8))
    }

    @Test(
        "the stronger source applies, for each setting separately",
        arguments: [
            (nil, nil, nil, "8080", "default"),
            ("1", nil, nil, "1", "serve.json"),
            ("1", "2", nil, "2", "TAPCTL_SERVE_PORT"),
            ("1", "2", "3", "3", "--port"),
            (nil, "2", nil, "2", "TAPCTL_SERVE_PORT"),
            (nil, nil, "3", "3", "--port"),
            ("1", nil, "3", "3", "--port"),
            (nil, "2", "3", "3", "--port"),
        ] as [(String?, String?, String?, String, String)])
    func order(file: String?, variable: String?, flag: String?, port: String, origin: String) throws {
        let configuration = try ServeConfiguration([
            Self.flags(flag.map { [.port: [$0]] } ?? [:]),
            try .environment(variable.map { ["TAPCTL_SERVE_PORT": $0] } ?? [:]),
            try Self.file(file.map { #"{"port": \#($0), "host": "::1"}"# } ?? "{}"),
        ])
        #expect(configuration.text(.port) == port)
        #expect(configuration.source(of: .port)?.origin == origin)
        #expect(configuration.source(of: .host)?.origin == (file == nil ? "default" : "serve.json"))
    }

    @Test("reads every setting from a file, from the environment and from a flag")
    func everySetting() throws {
        let values: [ServeSetting: (json: String, text: String)] = [
            .publicURL: (#""https://a.example""#, "https://a.example"),
            .app: (#"["ABCDE12345.a.b"]"#, "ABCDE12345.a.b"),
            .clip: (#"["ABCDE12345.a.b"]"#, "ABCDE12345.a.b"),
            .package: (#""org.example.a""#, "org.example.a"),
            .fingerprint: (#"["\#(Self.fingerprint)"]"#, Self.fingerprint),
            .logLevel: (#""info""#, "info"), .logFormat: (#""json""#, "json"),
            .trustedProxy: (#"["10.0.0.5"]"#, "10.0.0.5"),
            .metrics: (#""[::1]:9100""#, "[::1]:9100"),
            .smtpSender: (#""a@example.org""#, "a@example.org"), .smtpSecurity: (#""none""#, "none"),
            .donorMail: (#""links""#, "links"), .wallet: (#""no_card""#, "no_card"),
            .database: (#""postgres://a,b/c""#, "postgres://a,b/c"),
            .processor: (#""http://127.0.0.1:1""#, "http://127.0.0.1:1"),
        ]
        for setting in ServeSetting.allCases {
            let (json, text): (String, String) =
                values[setting]
                ?? {
                    switch setting.kind {
                    case .text, .word: (#""a""#, "a")
                    case .number: ("7", "7")
                    case .yesOrNo: ("true", "true")
                    case .list: (#"["a"]"#, "a")
                    }
                }()
            #expect(try Self.file(#"{"\#(setting.key)": \#(json)}"#).values == [setting: [text]])
            #expect(try ServeLayer.environment([setting.variable: text]).values == [setting: [text]])
            #expect(throws: Never.self) { try Self.flags([setting: [text]]).check() }
        }
    }

    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    @Test("a variable separates the values of a list with commas, and the stronger list replaces the weaker")
    func lists() throws {
        let configuration = try ServeConfiguration([
            Self.file(#"{"keys": ["a", "b", "c"]}"#), .environment(["TAPCTL_SERVE_KEYS": "d,e"]),
        ])
        #expect(configuration.texts(.keys) == ["d", "e"])
    }

    @Test(
        "an invalid setting of a file is refused with its name",
        arguments: [
            (#"{"prot": 1}"#, "unknownSetting", "prot", "did you mean port?"),
            (#"{"--port": 1}"#, "unknownSetting", "--port", "did you mean port?"),
            (#"{"colour": 1}"#, "unknownSetting", "colour", "--print-config"),
            (#"{"port": "8080"}"#, "badSetting", "port in serve.json", "without quotation marks"),
            (#"{"port": true}"#, "badSetting", "port in serve.json", "without quotation marks"),
            (#"{"port": 65536}"#, "badSetting", "\"65536\"", "from 0 to 65535"),
            (#"{"refund_minutes": -1}"#, "badSetting", "refund_minutes", "from 0 to 1440"),
            (#"{"public_simulation": 1}"#, "badSetting", "public_simulation", "true or false"),
            (#"{"keys": "a"}"#, "badSetting", "keys", "in brackets"),
            (#"{"public_url": "give.example.org"}"#, "badSetting", "public_url", "https://give.example.org"),
            (#"{"log_level": "loud"}"#, "badSetting", "log_level", "use error or info"),
            (#"{"wallet": "off"}"#, "badSetting", "wallet", "use ready or no_entitlement"),
            (
                #"{"processor_key": "sk_test_secret"}"#, "badSetting", "processor_key",
                "use the path of a file"
            ),
            (#"{"port": null}"#, "badConfiguration", "serve.json", #"{"port": 8080"#),
            (#"{"port": 1.5}"#, "badConfiguration", "serve.json", #"{"port": 8080"#),
            (#"[1]"#, "badConfiguration", "serve.json", #"{"port": 8080"#),
            (#"{"port": 1"#, "badConfiguration", "serve.json", #"{"port": 8080"#),
        ])
    func wrongFile(text: String, code: String, named: String, remedy: String) throws {
        let error = try #require(throws: CommandError.self) { try Self.file(text) }
        #expect(error.code == code && error.exit == .configuration)
        #expect(error.summary.contains(named), "\(error.summary)")
        #expect(error.remedy.contains(remedy), "\(error.remedy)")
        #expect(!error.json.text.contains("sk_test_secret"))
    }

    @Test("an unknown or invalid variable is refused with its name")
    func wrongVariable() throws {
        let unknown = try #require(throws: CommandError.self) {
            try ServeLayer.environment(["TAPCTL_SERVE_PROT": "1", "PATH": "/bin"])
        }
        #expect(unknown.exit == .configuration && unknown.remedy == "did you mean TAPCTL_SERVE_PORT?")
        let wrong = try #require(throws: CommandError.self) {
            try ServeLayer.environment(["TAPCTL_SERVE_PUBLIC_SIMULATION": "yes"])
        }
        #expect(wrong.summary == "TAPCTL_SERVE_PUBLIC_SIMULATION cannot be \"yes\"")
    }

    @Test("S-2: a public simulation with a mail server sends only sign-in links, unless set otherwise")
    func donorMail() throws {
        let mail: [ServeSetting: [String]] = [
            .smtpHost: ["localhost"], .smtpSender: ["a@example.org"],
        ]
        let open: [ServeSetting: [String]] = [.publicSimulation: ["true"]]
        func donorMail(_ values: [ServeSetting: [String]]) throws -> String? {
            try ServeConfiguration([Self.flags(values)]).text(.donorMail)
        }
        #expect(try donorMail(mail.merging(open) { $1 }) == "links")
        #expect(try donorMail(mail) == "all" && donorMail(open) == "all" && donorMail([:]) == "all")
        #expect(try donorMail(mail.merging(open) { $1 }.merging([.donorMail: ["all"]]) { $1 }) == "all")
        let file = try ServeConfiguration([
            Self.file(#"{"donor_mail": "all"}"#), Self.flags(mail.merging(open) { $1 }),
        ])
        #expect(file.text(.donorMail) == "all")
        let standard = try ServeConfiguration([Self.flags(mail.merging(open) { $1 })])
        #expect(standard.source(of: .donorMail)?.origin == "default")
    }

    @Test("an empty variable sets nothing")
    func emptyVariable() throws {
        #expect(try ServeLayer.environment(["TAPCTL_SERVE_PORT": "", "TAPCTL_HOME": ""]).values.isEmpty)
    }

    @Test("refuses a setting without the one it requires, with the exit code of its source")
    func pairs() throws {
        let alone = try #require(throws: CommandError.self) {
            try ServeConfiguration([Self.file(#"{"app_store_id": 1}"#)])
        }
        #expect(
            alone.exit == .configuration
                && alone.summary.hasPrefix("app_store_id in serve.json requires --clip"))
        let typed = try #require(throws: CommandError.self) {
            try ServeConfiguration([Self.flags([.package: ["org.example.a"]])])
        }
        #expect(typed.exit == .usage && typed.summary == "--package requires --fingerprint")
    }

    @Test(
        "refuses mail settings without those they require, and mail to another machine without TLS",
        arguments: [
            ([.smtpUser: ["a"]], "--smtp-user requires --smtp-host"),
            ([.smtpHost: ["mail.example.org"]], "--smtp-host requires --smtp-sender"),
            (
                [.smtpHost: ["::1"], .smtpSender: ["a@example.org"], .smtpUser: ["a"]],
                "--smtp-user requires --smtp-password"
            ),
            (
                [.smtpHost: ["mail.example.org"], .smtpSender: ["a@example.org"], .smtpSecurity: ["none"]],
                "--smtp-security is \"none\", but mail.example.org is another machine"
            ),
            ([.smtpHost: ["127.0.0.1"], .smtpSender: ["a@example.org"], .smtpSecurity: ["none"]], nil),
            (
                [.smtpHost: ["mail.example.org"], .smtpSender: ["a@example.org"]],
                "--smtp-host requires --public-url"
            ),
            (
                [
                    .smtpHost: ["mail.example.org"], .smtpSender: ["a@example.org"],
                    .publicURL: ["https://give.example.org"],
                ], nil
            ),
        ] as [([ServeSetting: [String]], String?)])
    func mail(values: [ServeSetting: [String]], summary: String?) {
        var said: String?
        do { _ = try ServeConfiguration([Self.flags(values)]) } catch { said = error.summary }
        #expect(said == summary)
    }

    @Test(
        "refuses a mail server that is not only a host",
        arguments: ["a b", "https://a", "a/b", "a\r\nb", "a:25", ""])
    func mailHost(text: String) {
        #expect(!ServeSetting.smtpHost.takes(text))
    }

    @Test(
        "other machines reach the pages only over https, and only if the simulation is declared public",
        arguments: [
            ("127.0.0.1", nil, false, nil), ("::1", nil, false, nil), ("localhost", nil, false, nil),
            ("127.0.0.1", "http://localhost:8080", false, nil),
            ("127.0.0.1", "https://a.example", false, nil),
            ("0.0.0.0", "https://a.example", true, nil), ("::", "https://a.example", true, nil),
            ("0.0.0.0", "https://a.example", false, "publicSimulation"),
            ("0.0.0.0", nil, false, "publicSimulation"), ("0.0.0.0", nil, true, "unencrypted"),
            ("0.0.0.0", "http://a.example", true, "unencrypted"),
            ("0.0.0.0", "http://localhost", true, "unencrypted"),
            ("127.0.0.1", "http://a.example", false, "unencrypted"),
        ] as [(String, String?, Bool, String?)])
    func access(host: String, publicURL: String?, isPublic: Bool, code: String?) throws {
        var values: [ServeSetting: [String]] = [.host: [host], .publicSimulation: ["\(isPublic)"]]
        if let publicURL { values[.publicURL] = [publicURL] }
        let configuration = try ServeConfiguration([Self.flags(values)])
        var found: CommandError?
        do { try configuration.checkAccess() } catch { found = error }
        #expect(found?.code == code && (found == nil || found?.exit == .refused))
        #expect(configuration.isSecure == (publicURL?.hasPrefix("https") ?? false))
        #expect(configuration.isOnlyOfThisMachine == (code == nil && !configuration.isSecure))
    }

    @Test(
        "a clock or ids that are simulated are refused if other machines can open the pages",
        arguments: [
            ("127.0.0.1", nil, ["TAPCTL_NOW"], nil),
            ("127.0.0.1", "http://localhost:80", ["TAPCTL_SEED"], nil),
            ("127.0.0.1", "https://a.example", ["TAPCTL_NOW"], "TAPCTL_NOW"),
            ("0.0.0.0", "https://a.example", ["TAPCTL_SEED"], "TAPCTL_SEED"),
            ("127.0.0.1", "https://a.example", [], nil),
        ] as [(String, String?, [String], String?)])
    func simulated(host: String, publicURL: String?, variables: [String], named: String?) throws {
        var values: [ServeSetting: [String]] = [.host: [host], .publicSimulation: ["true"]]
        if let publicURL { values[.publicURL] = [publicURL] }
        let configuration = try ServeConfiguration([Self.flags(values)])
        var found: CommandError?
        do { try configuration.checkRealTime(simulated: variables) } catch { found = error }
        #expect(found?.code == (named == nil ? nil : "simulatedEnvironment"))
        if let named { #expect(found?.exit == .refused && found?.remedy.contains("unset \(named)") == true) }
    }

    @Test(
        "a proxy that must exist and is not trusted is reported, with the option that trusts it",
        arguments: [
            ("127.0.0.1", "https://a.example", [], "--trusted-proxy 127.0.0.1"),
            ("localhost", "https://a.example", [], "--trusted-proxy 127.0.0.1"),
            ("::1", "https://a.example", [], "--trusted-proxy ::1"),
            ("127.0.0.1", "https://a.example", ["10.0.0.5"], "--trusted-proxy 127.0.0.1"),
            ("127.0.0.1", "https://a.example", ["127.0.0.1"], nil),
            ("0.0.0.0", "https://a.example", [], "--trusted-proxy with the proxy's address"),
            ("0.0.0.0", "https://a.example", ["10.0.0.5"], nil),
            ("127.0.0.1", nil, [], nil), ("127.0.0.1", "http://localhost:8080", [], nil),
        ] as [(String, String?, [String], String?)])
    func proxy(host: String, publicURL: String?, trusted: [String], remedy: String?) throws {
        var values: [ServeSetting: [String]] = [.host: [host], .publicSimulation: ["true"]]
        values[.trustedProxy] = trusted.isEmpty ? nil : trusted
        if let publicURL { values[.publicURL] = [publicURL] }
        let found = try ServeConfiguration([Self.flags(values)]).untrustedProxy
        #expect(found?.code == (remedy == nil ? nil : "proxyNotTrusted"))
        if let remedy { #expect(found?.remedy.contains(remedy) == true, "\(found?.remedy ?? "")") }
    }

    @Test("a server with its own certificate needs no trusted proxy")
    func ownCertificate() throws {
        let configuration = try ServeConfiguration([
            Self.flags([
                .host: ["0.0.0.0"], .publicURL: ["https://a.example"], .publicSimulation: ["true"],
                .tlsCertificate: ["a"], .tlsKey: ["b"],
            ])
        ])
        #expect(configuration.untrustedProxy == nil)
    }

    @Test("a certificate lets other machines in without a public address")
    func certificate() throws {
        let configuration = try ServeConfiguration([
            Self.flags([
                .host: ["0.0.0.0"], .publicSimulation: ["true"], .tlsCertificate: ["a"], .tlsKey: ["b"],
            ])
        ])
        #expect(throws: Never.self) { try configuration.checkAccess() }
    }

    @Test(
        "metrics, which are not encrypted, are only for this machine",
        arguments: [
            ("9100", true), ("[::1]:9100", true), ("localhost:9100", true), ("127.0.0.2:9100", true),
            ("0.0.0.0:9100", false), ("10.0.0.5:9100", false), ("[::]:9100", false),
            ("a.example:9100", false),
        ])
    func metrics(text: String, isValid: Bool) { #expect(ServeSetting.metrics.takes(text) == isValid) }

    @Test(
        "S-8: a second factor is required unless only this machine can reach the pages",
        arguments: [
            ("127.0.0.1", nil, false), ("::1", nil, false), ("127.0.0.1", "http://localhost:8080", false),
            ("127.0.0.1", "https://a.example", true), ("0.0.0.0", "https://a.example", true),
            ("0.0.0.0", "https://127.0.0.1:8443", true),
        ] as [(String, String?, Bool)])
    func secondFactor(host: String, publicURL: String?, isRequired: Bool) throws {
        var values: [ServeSetting: [String]] = [.host: [host]]
        if let publicURL { values[.publicURL] = [publicURL] }
        let configuration = try ServeConfiguration([Self.flags(values)])
        #expect(configuration.requiresSecondFactor == isRequired)
    }

    @Test(
        "S-8: a proxy on this machine that forwards requests of other machines makes a second factor required",
        arguments: [(ServeSetting.trustedProxy, "127.0.0.1"), (.allowedHost, "give.example.org")])
    func secondFactorBehindProxy(setting: ServeSetting, value: String) throws {
        #expect(try ServeConfiguration([Self.flags([setting: [value]])]).requiresSecondFactor)
    }
}
