import BenchmarkTable
import Foundation
import InvocationRouter
import TagKit

/// Measures decoding and encoding a message, and parsing a URL, and compares them with a peer in the same run.
@main struct Codecs {
    static let url = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"

    static func main() throws {
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()
        let peer = try Peer.python("ndeflib_codec.py").split(separator: "\n").compactMap { Double($0) }
        let ndeflibDecode = peer.first ?? .nan
        let ndeflibEncode = peer.last ?? .nan
        let components = nanosecondsPerCall { consume(URLComponents(string: url)?.queryItems) }

        var table = BenchmarkTable(
            "codecs, release, best of 60 rounds (\(url))",
            columns: ["", "ns", "limit", "peer", "ns", "ratio"])
        let decode = try nanosecondsPerCall { consume(try NDEFMessage(decoding: message)) }
        table.add(row("NDEF decode", decode, 150, "ndeflib", ndeflibDecode), holds: decode < 150)
        let typed = try nanosecondsPerCall {
            for record in try NDEFMessage(decoding: message).records { consume(try record.decoded()) }
        }
        table.add(row("NDEF decode, and the URI as text", typed, nil, "ndeflib", ndeflibDecode), holds: true)
        let encode = try nanosecondsPerCall {
            consume(try NDEFMessage([URIRecord(url).record()]).encoded())
        }
        table.add(
            row("NDEF encode, from the URI as text", encode, 150, "ndeflib", ndeflibEncode),
            holds: encode < 150)
        let parse = try nanosecondsPerCall { consume(try Invocation.parse(url).canonical) }
        table.add(
            row("URL parse with canonical form", parse, 300, "URLComponents", components),
            holds: parse < 300 && parse < components)
        table.printAndExit()
    }

    static func row(_ name: String, _ figure: Double, _ limit: Int?, _ peer: String, _ other: Double)
        -> [String]
    {
        [
            name, String(format: "%.0f", figure), limit.map { "< \($0)" } ?? "", peer,
            String(format: "%.0f", other),
            String(format: "%.1f×", other / figure),
        ]
    }
}
