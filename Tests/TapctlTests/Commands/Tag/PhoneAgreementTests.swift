import InvocationRouter
import TagKit
import Testing

/// `tag tap` and `tag lock` use rules from two libraries that do not import each other.
@Suite struct PhoneAgreementTests {
    @Test(
        "`tag tap` and `tag lock` agree on the URIs that a phone opens",
        arguments: [
            "http://a.example/", "https://a.example/", "HTTPS://A.EXAMPLE/", "mailto:a@b.example",
            "sms:+15550100",
            "smsto:+15550100", "mms:+15550100", "mmsto:+15550100", "tel:+15550100", "TEL:+15550100",
            "geo:1,2",
            "market:details?id=a", "facetime:a@b.example", "facetime-audio:a@b.example", "x-hm://a",
            "ftp://a.example/",
            "file:///a", "javascript:a", "spotify:track:1", "maps:1", "sip:a@b.example", "urn:nfc:a",
            "example.org/a",
        ])
    func schemes(uri: String) {
        let use = PhoneUse(uri: uri)
        for (system, phone) in [(Phone.System.ios, PhoneUse.Phone.iPhone), (.android, .android)] {
            let action = Phone(system).tap([.uri(uri)], areaBytes: 144).action
            #expect((action != .nothing) == (use[phone].obstacle == nil), "\(system)")
        }
    }
}
