vcl 4.1;

# Varnish 6 or newer in front of Fieldstall, with the vmod xkey (Debian: varnish, varnish-modules). Start it with
# `-p http_gzip_support=off`, for the shop compresses its pages itself, with brotli too. The shop needs
# PURGE_URL=http://<here>/purge and TRUST_PROXY=1 (one more with another proxy in front of Varnish).

import std;
import xkey;

backend shop {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = { .url = "/readyz"; .interval = 2s; .timeout = 2s; .window = 3; .threshold = 2; }
}

# Who may purge: the shop. Where another proxy on the same machine stands in front of Varnish, everybody comes from
# there: let that proxy refuse /purge.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.url == "/purge") {
    if (req.method != "POST" || client.ip !~ purgers) {
      return (synth(404));
    }
    return (synth(200, "Purged " + xkey.purge(req.http.Surrogate-Key)));
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # Calls of the service, and whoever says who they are.
  if (req.url ~ "^/api/" || req.http.Authorization) {
    return (pass);
  }
  if (req.http.Cookie) {
    # Nothing but the word by which a browser is told apart, and which styles it has: a visitor like all others. A
    # person's page is theirs.
    if (req.http.Cookie ~ "^(__Host-)?(browser|sheets)=[^;]*(; (__Host-)?(browser|sheets)=[^;]*)*$" || req.url ~ "^/assets/") {
      unset req.http.Cookie;
    } else if (req.url !~ "^/media/") {
      # Of files the shop says itself which are for everybody.
      return (pass);
    }
  }
  # Three variants and not as many as there are browsers.
  if (req.http.Accept-Encoding ~ "(^|[, ])br" && req.http.Accept-Encoding !~ "br *; *q=0(\.0*)?($|[, ])") {
    set req.http.Accept-Encoding = "br";
  } else if (req.http.Accept-Encoding ~ "gzip" && req.http.Accept-Encoding !~ "gzip *; *q=0(\.0*)?($|[, ])") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # Where a reader came from makes no page of its own.
  if (req.url ~ "[?&](utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id)=") {
    set req.url = regsuball(req.url, "([?&])(utm_[a-z]+|fbclid|gclid|msclkid|mc_[ce]id)=[^&]*", "\1");
    set req.url = regsuball(req.url, "&+", "&");
    set req.url = regsub(regsub(req.url, "\?&", "?"), "[?&]$", "");
  }
  # While the shop is well a page is shown for ten seconds more at most, while a new one is fetched.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 10s;
  }
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "^public") {
    set beresp.uncacheable = true;
    set beresp.ttl = 10s;
    set beresp.grace = 0s;
    return (deliver);
  }
  if (beresp.http.Surrogate-Control ~ "max-age=") {
    # A page. How long it is fresh, less its age at the shop, Varnish has read from s-maxage already.
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    set beresp.http.Vary = "Accept-Encoding";
    # Only visitors come as far as here; and while the shop is ill they see the last page, of an hour ago at most.
    set beresp.grace = 1h;
  } else if (beresp.http.Cache-Control ~ "max-age=0") {
    # A page that is no longer true, for those alone who have waited for it.
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
  }
  return (deliver);
}

# The shop does not answer, and there is no page of the last hour, or it is somebody's own.
sub vcl_backend_error {
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.body = {"<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Back in a moment</title>
<h1>Back in a moment</h1><p>The shop does not answer. What you have saved is safe: please try again in a few seconds.</p></html>
"};
  return (deliver);
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  if (resp.http.Surrogate-Control) {
    # Whoever keeps it behind us cannot be told of a change, and a browser with a cookie sees another page.
    set resp.http.Cache-Control = "public, max-age=0, must-revalidate";
    set resp.http.Vary = "Cookie, Accept-Encoding";
    unset resp.http.Age;
  }
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.Surrogate-Control;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Cache-Tag;
  unset resp.http.X-Varnish;
  unset resp.http.Via;
}
