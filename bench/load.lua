-- What wrk asks: the bodies of a file, one a line, in turn. And what it tells, on one last line:
-- requests, microseconds, errors, the median and the 99th percentile in microseconds.

local requests, at = {}, 0

function init(args)
  for body in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("POST", nil, {["Content-Type"] = "application/json"}, body)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local wrong = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  local half, most = latency:percentile(50), latency:percentile(99)
  print(string.format("%d %d %d %d %d", summary.requests, summary.duration, wrong, half, most))
end
