import ServerKit
import Testing

/// Metrics in the text format that Prometheus reads.
@Suite struct MetricsTextTests {
    @Test("each family has its help, its type and its numbers")
    func families() {
        let text = MetricsText.of([
            MetricFamily(
                "a_total", .counter, "How many.",
                [MetricFamily.Sample(3, labels: [.init("b", "c"), .init("d", "")])]),
            MetricFamily("e", .gauge, "How much.", [MetricFamily.Sample(0.5)]),
            MetricFamily("f", .gauge, "Nothing yet.", []),
        ])
        #expect(
            text == """
                # HELP a_total How many.
                # TYPE a_total counter
                a_total{b="c",d=""} 3
                # HELP e How much.
                # TYPE e gauge
                e 0.5
                # HELP f Nothing yet.
                # TYPE f gauge

                """)
    }

    @Test("a label's text never ends its value or its line")
    func escaped() {
        let value = "a\"b\\c\nd} 1\n# TYPE x counter"
        let text = MetricsText.of([
            MetricFamily(
                "a", .gauge, "One\nline \"so\".", [MetricFamily.Sample(1, labels: [.init("b", value)])])
        ])
        #expect(
            text == #"""
                # HELP a One\nline "so".
                # TYPE a gauge
                a{b="a\"b\\c\nd} 1\n# TYPE x counter"} 1

                """#)
    }

    @Test(
        "writes numbers as Prometheus reads them, also infinities and NaN",
        arguments: [
            (0, "0"), (1e15, "1000000000000000"), (-2, "-2"), (0.1, "0.1"), (.infinity, "+Inf"),
            (-.infinity, "-Inf"), (.nan, "NaN"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) {
        #expect(
            MetricsText.of([MetricFamily("a", .gauge, "", [MetricFamily.Sample(value)])]).hasSuffix(
                "\na \(text)\n"))
    }

    @Test("a bucket counts all times up to its limit, and the last one counts all times")
    func histogram() {
        var histogram = Histogram()
        for time in [Duration.milliseconds(5), .microseconds(5001), .seconds(10), .seconds(11)] {
            histogram.count(time)
        }
        let samples = histogram.samples(labels: [])
        let buckets = samples.filter { $0.suffix == "_bucket" }.map(\.value)
        #expect(buckets == [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4])
        #expect(samples.first?.labels == [.init("le", "0.005")])
        #expect(samples.filter { $0.suffix == "_bucket" }.last?.labels == [.init("le", "+Inf")])
        #expect(samples.last?.value == 4)
        #expect(abs((samples.first { $0.suffix == "_sum" }?.value ?? 0) - 21.010001) < 1e-9)
    }
}
