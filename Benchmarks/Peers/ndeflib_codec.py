"""Measures the nanoseconds in which ndeflib decodes and encodes the message of one giving URL."""
import timeit

import ndef

URL = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"
OCTETS = b"".join(ndef.message_encoder([ndef.UriRecord(URL)]))


def best(body):
    calls = 2000
    return min(timeit.repeat(body, number=calls, repeat=7)) / calls * 1e9


print(best(lambda: [record.uri for record in ndef.message_decoder(OCTETS)]))
print(best(lambda: b"".join(ndef.message_encoder([ndef.UriRecord(URL)]))))
