"""A small OpenID provider with Authlib and Flask, whose login page has one account."""

import os
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.jose import JsonWebKey, jwt
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import ClientMixin, grants
from authlib.oauth2.rfc6749.models import AuthorizationCodeMixin
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import UserInfo
from authlib.oidc.core.grants import OpenIDCode
from flask import Flask, jsonify, request

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # It runs on loopback.
origin = f"http://localhost:{os.environ['PORT']}"
key = JsonWebKey.import_key(os.environ["KEY"], {"kty": "RSA", "use": "sig", "kid": "one"})
person = {"sub": "ada-1", "name": "Ada Lovelace", "email": "ada@example.com"}
codes, tokens = {}, {}


class User:
    def get_user_id(self):
        return person["sub"]


class Client(ClientMixin):
    client_id, client_secret = os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return os.environ["REDIRECT_URI"]

    def get_allowed_scope(self, scope):
        return " ".join(name for name in scope.split() if name in ("openid", "profile", "email"))

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == os.environ["REDIRECT_URI"]

    def check_client_secret(self, client_secret):
        return client_secret == self.client_secret

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type == "authorization_code"


class Code(AuthorizationCodeMixin):
    def __init__(self, code, asked):
        self.code, self.asked, self.auth_time = code, asked.data, int(time.time())
        self.code_challenge = asked.data.get("code_challenge")
        self.code_challenge_method = asked.data.get("code_challenge_method")

    def get_redirect_uri(self):
        return self.asked.get("redirect_uri")

    def get_scope(self):
        return self.asked.get("scope")

    def get_nonce(self):
        return self.asked.get("nonce")

    def get_auth_time(self):
        return self.auth_time


class Grant(grants.AuthorizationCodeGrant):
    def save_authorization_code(self, code, request):
        codes[code] = Code(code, request)

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, authorization_code):
        codes.pop(authorization_code.code)

    def authenticate_user(self, authorization_code):
        return User()


class OpenId(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return False

    def get_jwt_config(self, grant):
        return {"key": key, "alg": "RS256", "iss": origin, "exp": 300}

    def generate_user_info(self, user, scope):
        return UserInfo(**person)


app = Flask(__name__)
app.secret_key = os.environ["CLIENT_SECRET"]
server = AuthorizationServer(
    app,
    query_client=lambda client_id: Client() if client_id == Client.client_id else None,
    save_token=lambda token, asked: tokens.update({token["access_token"]: asked.user}),
)
server.register_grant(Grant, [OpenId(require_nonce=True), CodeChallenge(required=True)])


@app.get("/.well-known/openid-configuration")
def description():
    return jsonify(
        issuer=origin,
        authorization_endpoint=f"{origin}/authorize",
        token_endpoint=f"{origin}/token",
        userinfo_endpoint=f"{origin}/userinfo",
        jwks_uri=f"{origin}/keys",
        response_types_supported=["code"],
        subject_types_supported=["public"],
        id_token_signing_alg_values_supported=["RS256"],
    )


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    try:
        server.get_consent_grant(end_user=User())
    except OAuth2Error as error:
        return jsonify(dict(error.get_body())), 400
    if request.method == "POST" and request.form.get("password") == os.environ["PASSWORD"]:
        return server.create_authorization_response(grant_user=User())
    return '<form method="post"><label>Password <input name="password" type="password"></label><button>Log in</button></form>'


@app.post("/token")
def token():
    return server.create_token_response()


@app.get("/keys")
def keys():
    return jsonify(keys=[key.as_dict(is_private=False, use="sig", alg="RS256", kid="one")])


@app.get("/userinfo")
def userinfo():
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return jsonify(person) if bearer in tokens else ("", 401)


app.run("localhost", int(os.environ["PORT"]))
