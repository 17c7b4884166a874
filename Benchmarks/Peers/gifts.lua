-- wrk's script for the benchmark of the pages. $LOAD is `gifts` (gifts through the form), `api` (gifts through the API with the
-- key $KEY) or `pages` (the giving page). Each gift has its own idempotency key. The key of each gift that the form confirms is
-- written to the file $ANSWERED before the next request is sent.
-- Prints one line of JSON: right responses, other responses, requests without a response, seconds, and the 50th and 99th
-- percentiles in microseconds.

local load, run = os.getenv("LOAD"), os.getenv("RUN")
local answered = os.getenv("ANSWERED") and io.open(os.getenv("ANSWERED"), "a")
local count = 0
good, refused = 0, 0

local threads = {}
function setup(thread) table.insert(threads, thread) end

function request()
  if load == "pages" then return wrk.format("GET", "/Bench?f=1&r=0") end
  count = count + 1
  -- Letters, because sixteen digits could be a card number, which the form refuses.
  local number = string.gsub(string.format("%016d", count), "%d", function(digit) return string.char(97 + digit) end)
  if load == "api" then
    local gift = string.format(
      '{"org":"Bench","fund":"1","amount_minor":5000,"currency":"usd","method":"pm_card_visa","name":"Donor",' ..
      '"email":"d%d@example.org"}', count % 1000)
    return wrk.format("POST", "/api/gifts", {
      ["Authorization"] = "Bearer " .. os.getenv("KEY"), ["Idempotency-Key"] = run .. number }, gift)
  end
  local form = string.format(
    "key=%s%s&org=Bench&fund=1&amount=50.00&by=card&method=pm_card_visa&name=Donor&email=d%d@example.org&phone=1",
    run, number, count % 1000)
  return wrk.format("POST", "/-/give", {
    ["Content-Type"] = "application/x-www-form-urlencoded", ["Cookie"] = "browser=AAAAAAAAAAAAAAAAAAAAAA" }, form)
end

function response(status, headers, _)
  local key = headers["Location"] and string.match(headers["Location"], "^/%-/give/([%w_-]+)$")
  if (load ~= "gifts" and status == 200) or (status == 303 and key) then
    good = good + 1
    if answered then
      answered:write(key, "\n")
      answered:flush()
    end
  else
    refused = refused + 1
  end
end

function done(summary, latency, _)
  local all_good, all_refused = 0, 0
  for _, thread in ipairs(threads) do
    all_good, all_refused = all_good + thread:get("good"), all_refused + thread:get("refused")
  end
  io.write(string.format(
    '{"good":%d,"refused":%d,"errors":%d,"seconds":%.3f,"p50":%d,"p99":%d}\n', all_good, all_refused,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout,
    summary.duration / 1e6, latency:percentile(50), latency:percentile(99)))
end
