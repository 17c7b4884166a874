-- wrk's script for the benchmark of the processor: each created payment intent is confirmed by a later request.
-- Prints one line of JSON: payments created, pairs, unsuccessful responses, seconds, and the 50th and 99th percentiles in
-- microseconds. $ACCOUNT is the connected account of direct charges, and $FIELDS are further fields of each payment intent.

local account, fields = os.getenv("ACCOUNT"), os.getenv("FIELDS") or ""
local ready = {}
local count = 0
created, made, refused = 0, 0, 0

local function headers()
  count = count + 1
  return {
    ["Authorization"] = "Bearer sk_test_benchmark",
    ["Content-Type"] = "application/x-www-form-urlencoded",
    ["Stripe-Account"] = account,
    ["Idempotency-Key"] = string.format("%s-%d-%d", wrk.thread:get("name"), os.time(), count),
  }
end

local threads = {}
function setup(thread)
  thread:set("name", "t" .. #threads)
  table.insert(threads, thread)
end

function init()
  wrk.thread = wrk.thread or { get = function() return name end }
end

function request()
  local id = table.remove(ready)
  if id then
    return wrk.format("POST", "/v1/payment_intents/" .. id .. "/confirm", headers(), "")
  end
  return wrk.format("POST", "/v1/payment_intents", headers(),
    "amount=5000&currency=usd&payment_method=pm_card_visa" .. fields)
end

function response(status, _, body)
  if status ~= 200 then
    refused = refused + 1
    return
  end
  if string.find(body, '"status": ?"succeeded"') then
    made = made + 1
  else
    local id = string.match(body, '"id": ?"(pi_%w+)"')
    if id then
      created = created + 1
      table.insert(ready, id)
    end
  end
end

function done(summary, latency, _)
  local all_created, pairs_made, all_refused = 0, 0, 0
  for _, thread in ipairs(threads) do
    all_created = all_created + thread:get("created")
    pairs_made = pairs_made + thread:get("made")
    all_refused = all_refused + thread:get("refused")
  end
  io.write(string.format(
    '{"created":%d,"pairs":%d,"refused":%d,"errors":%d,"seconds":%.3f,"p50":%d,"p99":%d}\n', all_created,
    pairs_made, all_refused,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.duration / 1e6, latency:percentile(50), latency:percentile(99)))
end
