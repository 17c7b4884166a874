/// What stands below `/-/payee`: all of it behind the token of a payee's link.
enum PayeePath: Hashable, Sendable {
    /// `/-/payee/{token}`: how far the account is; once it is active, what was earned.
    case payee(token: String)
    /// `/-/payee/{token}/connect`: redirects to the processor's pages with a new link. It is also the refresh URL of these links.
    case connect(token: String)
    /// `/-/payee/{token}/processor`: the processor's page, as the simulation plays it.
    case processor(token: String)
    /// `/-/payee/{token}/year/{year}`: a year's earnings by month.
    case year(token: String, String)

    static let root = "/-/payee"

    /// - Parameter parts: What stands between the slashes behind the root.
    init?(_ parts: some Collection<String>) {
        let parts = Array(parts)
        switch (parts.count, parts.last) {
        case (1, _): self = .payee(token: parts[0])
        case (2, "connect"): self = .connect(token: parts[0])
        case (2, "processor"): self = .processor(token: parts[0])
        case (3, let year?) where parts[1] == "year": self = .year(token: parts[0], year)
        default: return nil
        }
    }

    /// With what it is asked for.
    var methods: [String] {
        switch self {
        case .payee, .year: ["GET"]
        case .connect, .processor: ["GET", "POST"]
        }
    }

    /// What the link ends with.
    var token: String {
        switch self {
        case .payee(let token), .connect(let token), .processor(let token), .year(let token, _): token
        }
    }

    /// As it stands in a link.
    var text: String {
        switch self {
        case .payee(let token): "\(Self.root)/\(token)"
        case .connect(let token): "\(Self.root)/\(token)/connect"
        case .processor(let token): "\(Self.root)/\(token)/processor"
        case .year(let token, let year): "\(Self.root)/\(token)/year/\(year)"
        }
    }

    /// The same without the token.
    var template: String {
        switch self {
        case .payee: Self.payee(token: "{token}").text
        case .connect: Self.connect(token: "{token}").text
        case .processor: Self.processor(token: "{token}").text
        case .year: Self.year(token: "{token}", "{year}").text
        }
    }
}
