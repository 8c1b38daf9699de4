"""Odd things to find in HTTP: what a client may send and seldom does, and what it may not."""

MEDIA = [b"application/json", b"application/json; charset=utf-8", b"Application/JSON", b"text/json"]
MEDIA += [b"application/json; charset=latin-1", b"application/json; charset=utf-16", b"text/plain"]
MEDIA += [b"application/x-www-form-urlencoded", b"application/xml", b"application/jsonx", b""]
MEDIA += [b"multipart/form-data; boundary=x", b"application/octet-stream", b"*/*"]
MEDIA += [b"application/problem+json"]

_HEADERS: dict[bytes, list[bytes]] = {
    b"Accept": [b"*/*", b"text/html", b"application/xml;q=0.1", b"x", b""],
    b"Accept-Encoding": [b"gzip", b"br;q=1, *;q=0", b"identity;q=0", b"zip"],
    b"Accept-Language": [b"es", b"en;q=0.5, es", b"*", b"x-klingon"],
    b"Accept-Charset": [b"utf-16", b"latin-1;q=1"],
    b"If-None-Match": [b"*", b'"x"', b'W/"x", "y"', b"x", b'"'],
    b"If-Match": [b"*", b'"x"'],
    b"If-Modified-Since": [b"Thu, 01 Jan 1970 00:00:00 GMT", b"yesterday"],
    b"Range": [b"bytes=0-1", b"bytes=-5", b"bytes=9-1", b"cards=1"],
    b"Origin": [b"https://cards.example", b"null", b"*", b"x"],
    b"Access-Control-Request-Method": [b"POST", b"x"],
    b"Access-Control-Request-Headers": [b"content-type, x"],
    b"Connection": [b"close", b"keep-alive", b"upgrade", b"x, y"],
    b"Upgrade": [b"websocket", b"h2c", b"TLS/1.0"],
    b"HTTP2-Settings": [b"AAMAAABkAAQAAP__"],
    b"Expect": [b"100-continue", b"200-ok"],
    b"Content-Encoding": [b"gzip", b"identity", b"deflate, br"],
    b"Cookie": [b"a=b", b"=;;=", b"a=" + b"b" * 3_000],
    b"Authorization": [b"Basic !!!", b"Bearer x", b"x"],
    b"X-Request-Id": [b"abc", b"x" * 500, b"\xff\xfe", b"<b>", b"", b"a b"],
    b"Traceparent": [b"00-" + b"a" * 32 + b"-" + b"b" * 16 + b"-01", b"x"],
    b"X-Forwarded-For": [b"1.2.3.4", b"x, y", b"::1"],
    b"X-Forwarded-Proto": [b"https", b"gopher", b""],
    b"X-Forwarded-Host": [b"evil.example", b"a b"],
    b"X-Forwarded-Prefix": [b"/prefix"],
    b"Forwarded": [b"for=_x;proto=https"],
    b"X-HTTP-Method-Override": [b"DELETE"],
    b"X-Script-Name": [b"/x"],
    b"Te": [b"trailers"],
    b"Trailer": [b"X-T"],
    b"Content-Language": [b"es"],
    b"Content-MD5": [b"x"],
    b"User-Agent": [b""],
    b"Referer": [b"\xe9\xff"],
    b"X-Long": [b"x" * 7_900],
    b"X-Too-Long": [b"x" * 9_000],
    b"X-Empty": [b""],
    b"X-Tab": [b"a\tb"],
    b"x-LOWER": [b"a:b:c"],
    b"!#$%&'*+-.^`|~": [b"a token"],
}
HEADERS = [(name, value) for name, values in _HEADERS.items() for value in values]
MANY_HEADERS = [80, 99, 200]

PATH_ENDS = [b"/", b"//", b"/.", b"/..", b";x=1", b"%00", b"%2F", b"%ff", b"%", b"%zz", b"%25"]
PATH_ENDS += [b"%C3%B1", b"x", b".json", b"%0d%0aX:%20y", b"%20", b"+", b"*", b"/%2e%2e/rules"]
PATH_ENDS += [b"/" + b"x" * 3_000]
QUERIES = [b"", b"?", b"?x=1", b"?=", b"?&&", b"?%ff=%00", b"?a=1&a=2", b"?cards", b"?v=0"]
QUERIES += [b"?cards=7o", b"?%", b"?cards[]=7o", b"?a=1;b=2", b"??", b"?" + b"a=1&" * 200]
QUERIES += [b"?" + b"x" * 3_500]
LINES_TOO_LONG = [b"?" + b"x" * 4_100, b"?" + b"x" * 70_000]

LENGTHS = [b"0", b"1", b"5", b"-1", b"+5", b"5.0", b"0x5", b"5,5", b"5, 6", b"abc", b"", b"1e3"]
LENGTHS += [b"\xd9\xa5", b"99999999", b"9" * 30, b" 5", b"5 5", b"00005"]
CODINGS = [b"chunked", b"gzip", b"gzip, chunked", b"chunked, gzip", b"chunked, chunked"]
CODINGS += [b"identity", b"xchunked", b"\x0bchunked", b"", b"CHUNKED", b"chunked;q=1"]
CHUNKS = [b"0\r\n\r\n", b"zz\r\n", b"-1\r\nx\r\n", b"5\r\nab", b"5\r\nabcdeXX0\r\n\r\n"]
CHUNKS += [b"f" * 20 + b"\r\n", b"2;x=y\r\n{}\r\n0\r\n\r\n", b"2\n{}\n0\n\n", b"2\r\n{}\r\n", b""]
CHUNKS += [b"2\r\n{}\r\n0\r\nX: y\r\n\r\n", b"2\r\n{}\r\n0\r\nbad trailer\r\n\r\n"]
CHUNKS += [b"0x2\r\n{}\r\n0\r\n\r\n", b" 2\r\n{}\r\n0\r\n\r\n", b"2_0\r\n{}\r\n0\r\n\r\n"]
CHUNKS += [b"2;" + b"x" * 9_000 + b"\r\n{}\r\n0\r\n\r\n", b"1\r\n{\r\n" * 500]

LINES = [b"", b"GET", b"GET /", b"GET  / HTTP/1.1", b"GET / HTTP/0.9", b"GET / HTTP/1.2", b"\x00"]
LINES += [b"GET / HTTP/2.0", b"GET / HTTP/9.9", b"GET / http/1.1", b"GET / HTTP/1.1 x"]
LINES += [b"get /healthz HTTP/1.1", b"GET healthz HTTP/1.1", b"GET http://fuzz/healthz HTTP/1.1"]
LINES += [b"GET http://[/ HTTP/1.1", b"GET * HTTP/1.1", b"OPTIONS * HTTP/1.1", b"GET \\ HTTP/1.1"]
LINES += [b"CONNECT fuzz:80 HTTP/1.1", b"GET /healthz#x HTTP/1.1", b"GET /\xff\xfe HTTP/1.1"]
LINES += [b"GET /a b HTTP/1.1", b"GET /\t HTTP/1.1", b"GET ?x HTTP/1.1", b"G\xffT / HTTP/1.1"]
LINES += [b"X" * 30 + b" / HTTP/1.1", b"X" * 5_000 + b" / HTTP/1.1", b"G@T / HTTP/1.1"]
LINES += [b"GET /" + b"x" * 9_000 + b" HTTP/1.1", b"PRI * HTTP/2.0", b"GET ://x HTTP/1.1"]
LINES += [b"PROXY TCP4 1.2.3.4 1.2.3.4 1 1", b"GET //evil.example/ HTTP/1.1"]
LINES += [b"GET /%0d%0a HTTP/1.1", b"GET https://fuzz:99999/ HTTP/1.1", b"POST /evaluate HTTP/1.0"]

HEADS = [b"NoColon", b": no name", b"Na me: x", b"Name : x", b"X: a\x00b", b"X: a\rb", b"\x00"]
HEADS += [b" folded: x", b"X: a\r\n folded", b"X\xff: y", b"X: \xff", b"Host: other", b"Host:"]
HEADS += [b"Host: a b", b"Host: x\x00", b"X_Y: under", b"Content_Length: 5", b"SCRIPT_NAME: /x"]
HEADS += [b"PATH_INFO: /x", b"REMOTE_USER: x", b"Expect: 100-continue", b"Expect: x"]
HEADS += [b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off", b"X: " + b"y" * 9_000]
HEADS += [b"X: " + b"y" * 70_000, b"\r\nX: y", b"Connection: close, Content-Length"]
HEADS += [b"Upgrade: h2c\r\nConnection: Upgrade", b"X: y\r\n" * 300 + b"Z: z", b"Transfer-Encoding"]
HEADS += [
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__"
]

GREETINGS = [bytes.fromhex("16030100c8010000c40303") + b"\x11" * 60, b"\x80.\x01\x03\x01"]
GREETINGS += [
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0",
    b"\r\n" * 50,
    b"\r\n\r\n",
]
GREETINGS += [b"HELP\r\n", b"EHLO x\r\n", b"SSH-2.0-x\r\n", b"*1\r\n$4\r\nPING\r\n"]
