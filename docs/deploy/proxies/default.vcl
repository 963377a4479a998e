# Varnish in front of the app: /etc/varnish/default.vcl. Written for Varnish 7.1. Varnish speaks no TLS, so hitch is in
# front of it, with hitch.conf. Change the host name and the addresses of the app. The app needs TRUSTED_PROXY_HOPS=1.
# Start Varnish with these options, because a request has up to 16 KB of headers, and a response 12 KB, and because an
# upload can pause (timeout_idle also bounds the time between two reads of a body):
#   varnishd -a :80 -a tls=127.0.0.1:8443,PROXY -f /etc/varnish/default.vcl \
#     -p http_req_hdr_len=16k -p http_resp_hdr_len=16k -p workspace_client=128k -p workspace_backend=128k \
#     -p timeout_idle=300
# A log without queries, which contain the user's nonce, or a login's code or token (varnishlog shows them):
#   varnishncsa -F '%{X-Forwarded-For}i %t "%m %U" %s %b %{X-Request-Id}i'
vcl 4.1;

import directors;
import std;

# Behind a CDN or a load balancer, remove the # of the next line and of those in vcl_recv, and write the networks of the
# balancer in place of these: docs/deploy/other-proxies.md.
#acl balancer { "192.0.2.0"/24; "2001:db8:ffff::"/48; }

# An instance that stops says so for SHUTDOWN_DELAY_SECONDS (5).
probe ready {
    .url = "/api/ready";
    .interval = 2s;
    .window = 1;
    .threshold = 1;
    .initial = 1;
}
backend app1 {
    .host = "172.30.0.11";
    .port = "3000";
    .connect_timeout = 2s;
    # Longer than SERVICE_MAX_PAUSE_SECONDS, for which an export or an upload may wait for the service.
    .first_byte_timeout = 360s;
    .between_bytes_timeout = 360s;
    .probe = ready;
}
backend app2 {
    .host = "172.30.0.12";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 360s;
    .between_bytes_timeout = 360s;
    .probe = ready;
}
# certbot certonly --standalone --http-01-port 8888
backend certbot {
    .host = "127.0.0.1";
    .port = "8888";
}

sub vcl_init {
    new app = directors.shard();
    app.add_backend(app1);
    app.add_backend(app2);
    app.reconfigure();
}

sub vcl_recv {
    # Overwrites what a client sends. Varnish itself has added client.ip to the header. The entry before it is the last one
    # of the balancer.
    #if (client.ip ~ balancer) {
        #set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, "^(?:.*,)? *([^, ]+), [^,]*$", "\1");
    #} else {
    set req.http.X-Forwarded-For = client.ip;
    #}
    if (req.http.Host !~ "^connect\.example\.com(:\d+)?$") {
        return (synth(421));
    }
    if (local.socket != "tls") {
        if (req.url ~ "^/\.well-known/acme-challenge/") {
            set req.backend_hint = certbot;
            return (pass);
        }
        return (synth(308));
    }
    if (std.integer(req.http.Content-Length, 0) > 65536 && req.url != "/console/uploads/file") {
        return (synth(413));
    }
    # These overwrite what a client sends, too.
    set req.http.X-Forwarded-Proto = "https";
    # The app logs this ID as proxyRequestId.
    set req.http.X-Request-Id = "varnish-" + std.time2integer(now, 0) + "-" + req.xid;
    # Sends one client to one instance, because overlapping presses of one user share one call within a process.
    set req.backend_hint = app.backend(by = KEY, key = app.key(req.http.X-Forwarded-For));
    # Caches nothing, because every page has a nonce.
    return (pass);
}

sub vcl_synth {
    if (resp.status == 308) {
        set resp.http.Location = "https://connect.example.com" + req.url;
        # Browsers otherwise keep a 308 permanently, and the address contains the user's nonce.
        set resp.http.Cache-Control = "no-store";
        return (deliver);
    }
}
