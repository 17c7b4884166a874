"""Reads a tag's NDEF records with nfcpy over a serial port, or writes one URI first.

usage: nfcpy_tag.py PORT [URI]      prints one JSON document
"""
import json
import sys
import time

import ndef
import nfc
import nfc.clf.pn532
import nfc.clf.transport


def main(port, uri=None):
    clf = nfc.ContactlessFrontend()
    clf.device = nfc.clf.pn532.init(nfc.clf.transport.TTY(port))
    end = time.monotonic() + 10
    try:
        tag = clf.connect(
            rdwr={"on-connect": lambda tag: False}, terminate=lambda: time.monotonic() > end)
        if not tag:
            sys.exit("nfcpy found no tag")
        if uri is not None:
            tag.ndef.records = [ndef.UriRecord(uri)]
        records = tag.ndef.records if tag.ndef else None
        print(json.dumps({
            "product": tag.product,
            "uid": tag.identifier.hex(),
            "capacity": tag.ndef.capacity if tag.ndef else None,
            "uris": None if records is None else [r.iri for r in records if isinstance(r, ndef.UriRecord)],
        }))
    finally:
        clf.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
