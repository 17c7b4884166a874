"""Resources of Stripe that are not simulated, as the SDK asks for them."""

import pytest
import stripe

import pages


def test_their_lists_are_empty(client):
    v1 = client.v1
    for service in (v1.climate.orders, v1.entitlements.features, v1.forwarding.requests, v1.billing.meters,
                    v1.sigma.scheduled_query_runs):
        listed = service.list({"limit": 5})
        assert listed.data == [] and listed.has_more is False


def test_their_other_operations_are_refused_by_name(client):
    with pytest.raises(stripe.InvalidRequestError, match="POST /v1/entitlements/features") as caught:
        client.v1.entitlements.features.create({"name": "Hall", "lookup_key": "hall"})
    assert (caught.value.http_status, caught.value.code) == (400, "operation_not_simulated")


def test_a_search_pages_through_its_results(client, base_url):
    for number in range(3):
        client.v1.customers.create({"name": f"Searched {number}", "metadata": {"searched": "yes"}})
    pages.advance(base_url, "61s")
    found = client.v1.customers.search({"query": "metadata['searched']:'yes' -name:'Searched 1'", "limit": 1})
    assert [one.name for one in found.auto_paging_iter()] == ["Searched 2", "Searched 0"]
