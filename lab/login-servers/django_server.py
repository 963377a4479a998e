"""A Django site with Django OAuth Toolkit, a login page, and one account."""

import os
import sys
from wsgiref.simple_server import make_server

import django
from django.conf import settings
from django.urls import include, path

folder, port = os.environ["FOLDER"], int(os.environ["PORT"])
page = """<form method="post">{% csrf_token %}{{ form.as_p }}<button>Log in</button>
<input type="hidden" name="next" value="{{ next }}"></form>"""
settings.configure(
    ROOT_URLCONF=__name__,
    SECRET_KEY=os.environ["CLIENT_SECRET"],
    ALLOWED_HOSTS=["localhost"],
    LOGIN_URL="/login/",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/database"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "oauth2_provider",
    ],
    MIDDLEWARE=[
        "django.middleware.common.CommonMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {"loaders": [("django.template.loaders.locmem.Loader", {"registration/login.html": page})]},
        }
    ],
    OAUTH2_PROVIDER={
        "OIDC_ENABLED": True,
        "OIDC_RSA_PRIVATE_KEY": os.environ["KEY"],
        "OAUTH2_VALIDATOR_CLASS": f"{__name__}.Validator",
        "SCOPES": {"openid": "OpenID", "profile": "Name", "email": "E-mail address"},
        "PKCE_REQUIRED": True,
    },
)
sys.modules["__main__"] = sys.modules[__name__]
django.setup()

from django.contrib.auth.models import Group, User
from django.contrib.auth.views import LoginView
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from oauth2_provider.models import Application
from oauth2_provider.oauth2_validators import OAuth2Validator


class Validator(OAuth2Validator):
    def get_additional_claims(self, request):
        user = request.user
        return {"name": user.get_full_name(), "email": user.email, "groups": [group.name for group in user.groups.all()]}


urlpatterns = [
    path("login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
]

call_command("migrate", verbosity=0)
ada = User.objects.create_user("ada", "ada@example.com", os.environ["PASSWORD"], first_name="Ada", last_name="Lovelace")
ada.groups.add(Group.objects.create(name="console"))
Application.objects.create(
    name="Subnet Connect",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    client_type=Application.CLIENT_CONFIDENTIAL,
    authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
    redirect_uris=os.environ["REDIRECT_URI"],
    algorithm=Application.RS256_ALGORITHM,
    skip_authorization=True,
)
make_server("localhost", port, get_wsgi_application()).serve_forever()
