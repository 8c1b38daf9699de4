-- A script for wrk. It sends the bodies of a file, one a line, in turn. At the end it prints one line:
-- requests, duration in microseconds, errors, the median and the 99th percentile in microseconds.

local requests, index = {}, 0

function init(args)
  for body in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", nil, {["Content-Type"] = "application/json"}, body)
  end
end

function request()
  index = index % #requests + 1
  return requests[index]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  local median, slowest = latency:percentile(50), latency:percentile(99)
  print(string.format("%d %d %d %d %d", summary.requests, summary.duration, failed, median, slowest))
end
