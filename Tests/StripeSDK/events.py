"""Events of a test's own objects: the processor is shared, and the work of earlier tests falls due at any moment."""


def events_of(client, identifier, *types):
    """The events about an object, newest first; only those of the given types, if there are any."""
    query = {"limit": 100, **({"types": list(types)} if types else {})}
    return [one for one in client.v1.events.list(query).auto_paging_iter() if one.data.object.id == identifier]
