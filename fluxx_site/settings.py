"""Every setting of the site. What differs between two installations comes from the environment alone.

Needed: SITE_URL, SECRET_KEY, DATABASE_URL, REDIS_URL. Worth setting: EMAIL_URL, DEFAULT_FROM_EMAIL,
STATIC_ROOT, VAR_DIR; and INBOUND_DOMAIN, where answers to mails come in (docs/inbound-mail.md). bin/run sets
them all itself, and leaves them in var/embedded.env so that manage.py finds the same servers.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from celery.schedules import schedule
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import EnvError, FileAwareEnv
from kombu import Queue
from marshmallow.validate import OneOf, Range

from fluxx_site import environment
from fluxx_site.logs import build_logging
from fluxx_site.quiet_scheduler import steady_now
from games.core.budgets import WEBHOOK_BODY

BASE_DIR = Path(__file__).resolve().parent.parent
# Any setting NAME may stand in a file that NAME_FILE names, as secrets of containers do.
env = FileAwareEnv(strip_whitespace=True)
# The names of all settings that were asked for, and the one that gunicorn asks for.
KNOWN: set[str] = {"WEB_CONCURRENCY"}


def text(name: str, default: str = "") -> str:
    """A setting, where an empty one (as compose.yaml passes on what is not set) is the same as none."""
    KNOWN.add(name)
    return env.str(name, "") or default


def sender(name: str, called: str, address: str) -> str:
    """A setting that is an address with a name, by default these two."""
    return environment.check_sender(name, text(name)) or environment.name_sender(called, address)


def chosen(read: Callable[..., Any], name: str, default: Any, **how: Any) -> Any:
    """A setting that is no text, where an empty one is the same as none, too."""
    return read(name, default, **how) if text(name) else default


try:
    VAR_DIR = Path(text("VAR_DIR", str(BASE_DIR / "var"))).resolve()
    if not text("DATABASE_URL"):
        env.read_env(str(VAR_DIR / "embedded.env"), recurse=False)

    SITE_URL = environment.parse_site_url(text("SITE_URL"))
    SECRET_KEY = environment.check_secret_key(text("SECRET_KEY"))
    SECRET_KEY_FALLBACKS: list[str] = chosen(env.list, "SECRET_KEY_FALLBACKS", [])
    DATABASE = environment.parse_database_url(text("DATABASE_URL"), text("DATABASE_PASSWORD"))
    PREPARED_STATEMENTS = chosen(env.bool, "PREPARED_STATEMENTS", True)
    REDIS_URL = text("REDIS_URL")
    BROKER_URL = environment.parse_broker_url(REDIS_URL)
    EMAIL = environment.parse_email_url(
        text("EMAIL_URL", (VAR_DIR / "mail").as_uri()), text("EMAIL_PASSWORD")
    )
    DEBUG = chosen(env.bool, "DEBUG", False)
    # True under bin/run: a link signs the newcomer in, and the mails can be read at /mailbox/.
    EMBEDDED = chosen(env.bool, "EMBEDDED", False)
    STATIC_ROOT = text("STATIC_ROOT") or None
    HOST = str(urlsplit(SITE_URL).hostname)
    ALLOWED_HOSTS = chosen(env.list, "ALLOWED_HOSTS", [HOST])
    # How many proxies of our own stand before gunicorn. Whoever speaks https has at least one.
    PROXY_COUNT = chosen(env.int, "PROXY_COUNT", int(SITE_URL.startswith("https:")), validate=Range(min=0))
    MAIL_DOMAIN = environment.check_mail_domain(text("MAIL_DOMAIN", HOST))
    # What the site is called on pages and in mails; empty for the product's own name, in each language.
    SITE_TITLE = environment.check_site_title(text("SITE_TITLE"))
    DEFAULT_FROM_EMAIL = sender("DEFAULT_FROM_EMAIL", SITE_TITLE or "Fluxx", f"turns@{MAIL_DOMAIN}")
    # Where answers to mails go, and how they come in: none, one or several of these three.
    # Mails that stay on this machine are answered at /mailbox/.
    INBOUND_DOMAIN = environment.check_inbound_domain(
        text(
            "INBOUND_DOMAIN",
            "reply.fluxx.localhost" if EMBEDDED and environment.mails_go_to_files(text("EMAIL_URL")) else "",
        )
    )
    WEBHOOK_SECRET = environment.check_webhook_secret(text("WEBHOOK_SECRET"))
    INBOX = environment.parse_inbox_url(text("INBOX_URL"))
    ACCOUNTS_FROM_EMAIL = sender(
        "ACCOUNTS_FROM_EMAIL", SITE_TITLE or "Fluxx accounts", f"accounts@{MAIL_DOMAIN}"
    )
    # Where answers to mails of moderators go, such as an appeal.
    CONTACT_EMAIL = environment.check_sender("CONTACT_EMAIL", text("CONTACT_EMAIL")) or ACCOUNTS_FROM_EMAIL
    # Who may come in: anybody, those who are invited, or nobody who isn't invited already.
    SIGNUP = environment.check_sign_up(text("SIGNUP", "open"))
    # How many days of a calendar year a player's clocks may stand still for vacations.
    VACATION_DAYS = chosen(env.int, "VACATION_DAYS", 30, validate=Range(min=0, max=366))
    # How long settled notices and received mails are kept: a complaint about a mail may come a month later.
    KEEP_DAYS = chosen(env.int, "KEEP_DAYS", 90, validate=Range(min=35, max=3650))
    # How many games visitors without an account may have against bots at once; 0 for none.
    TRIAL_GAMES = chosen(env.int, "TRIAL_GAMES", 500, validate=Range(min=0))
    # After how many minutes staff are asked for their second factor again before they act.
    STAFF_CONFIRM_MINUTES = chosen(env.int, "STAFF_CONFIRM_MINUTES", 30, validate=Range(min=1, max=1440))
    # Whether the sweeps hold the clocks of all games when this machine's time jumps.
    WATCH_CLOCK = chosen(env.bool, "WATCH_CLOCK", True)
    # So many mails about games one person gets at most; what is more waits, and comes as one.
    MAILS_AN_HOUR = chosen(env.int, "MAILS_AN_HOUR", 20, validate=Range(min=1))
    MAILS_A_DAY = chosen(env.int, "MAILS_A_DAY", 100, validate=Range(min=1))
    # Mails per second over all workers once a burst is over: so many at once look like spam.
    CATCH_UP_MAILS = chosen(env.float, "CATCH_UP_MAILS", 5.0, validate=Range(min=0))
    # A provider that people may sign in with besides codes by mail, passwords and passkeys.
    SIGN_IN_PROVIDER = environment.parse_sign_in_provider(
        name=text("OIDC_NAME"),
        issuer=text("OIDC_ISSUER"),
        client_id=text("OIDC_CLIENT_ID"),
        client_secret=text("OIDC_CLIENT_SECRET"),
    )
    # What a monitor sends as "Authorization: Bearer …" to read /healthz; without one only staff may.
    HEALTH_TOKEN = text("HEALTH_TOKEN")
    # Where errors are reported besides the log.
    SENTRY_DSN = text("SENTRY_DSN")
    # The commit that this was built from, where the number of a version does not say enough.
    FLUXX_COMMIT = text("FLUXX_COMMIT")
    LOG_FORMAT = chosen(env.str, "LOG_FORMAT", "text", validate=OneOf(["text", "json"]))
    # A file that worker and beat touch while they work, for a health check of their container.
    ALIVE_FILE = text("ALIVE_FILE")
    LOG_LEVEL = chosen(env.str, "LOG_LEVEL", "INFO", validate=OneOf(["DEBUG", "INFO", "WARNING", "ERROR"]))
    if (DEBUG or EMBEDDED) and not environment.is_local(SITE_URL):
        raise ImproperlyConfigured(
            f"{'DEBUG' if DEBUG else 'EMBEDDED'} is on and SITE_URL is {SITE_URL}: "
            "this shows strangers what they must not see. Turn it off, or use a localhost address."
        )
except (ImproperlyConfigured, EnvError) as error:
    sys.exit(f"The settings are wrong. {error}")
except (OSError, ValueError) as error:  # a NAME_FILE that can't be read
    sys.exit(f"The settings are wrong. {error}")

HTTPS = SITE_URL.startswith("https:")

# --- the application ---

INSTALLED_APPS = [
    "games",
    "fluxx_site",
    *(["fluxx_site.embedded"] if EMBEDDED else []),
    "fluxx_site.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    # Always, as its tables are: what is stored of a provider outlives a change of the settings.
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "anymail",
]
MIDDLEWARE = [
    "fluxx_site.request_log.RequestLog",  # around all others, so that their lines have the request's id
    "fluxx_site.health.HealthMiddleware",  # early: a probe has no host name, no session and no https
    "games.pages.common.middleware.BodyLimits",
    "django.middleware.security.SecurityMiddleware",
    # Against BREACH, as pages have secrets beside others' words: it makes each answer differ in length.
    "django.middleware.gzip.GZipMiddleware",
    "fluxx_site.static_files.StaticFiles",
    "csp.middleware.CSPMiddleware",
    "games.pages.common.middleware.PermissionsPolicy",
    "games.pages.table.pulse.Pulses",  # before the session: it asks the database once
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "fluxx_site.signed_in.SignedIn",
    "games.pages.common.middleware.PlayerPreferences",
    "fluxx_site.accounts.UncachedAccounts",
    "fluxx_site.account_mails.KnownBrowsers",
    "games.pages.common.middleware.SuspendedPlayers",
    "games.pages.common.middleware.Sightings",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.pages.common.middleware.UnreadableTables",
    "games.pages.common.middleware.NulCharacters",
]
# Of calls of mail providers; `BodyLimits` refuses any other body that is longer than a form may be.
DATA_UPLOAD_MAX_MEMORY_SIZE = WEBHOOK_BODY.largest
ROOT_URLCONF = "fluxx_site.urls"
WSGI_APPLICATION = "fluxx_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["games.templatetags.typography", "games.templatetags.site_title"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "csp.context_processors.nonce",
                "fluxx_site.context.site",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- PostgreSQL ---

DATABASES = {
    "default": {
        **DATABASE,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        # Behind a pooler a session keeps nothing between transactions: no cursor, no SET (ADR 74). The
        # limits of waiting are those of the role, which `manage.py prepare` sets.
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            # PostgreSQL keeps the plans of statements that come again and again: an answer runs a dozen.
            "server_side_binding": PREPARED_STATEMENTS,
            "prepare_threshold": 5 if PREPARED_STATEMENTS else None,
            **DATABASE.get("OPTIONS", {}),
        },
    },
}
# Holds the counters of the rate limits, which every process must share. In PostgreSQL rather than Redis:
# without PostgreSQL nobody signs in anyway, so the limits have no fault of their own, and emptying Redis
# does not lift them. The table is made by `manage.py prepare`.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "site_cache",
        "OPTIONS": {
            "MAX_ENTRIES": 100_000
        },  # at Django's 300 a flood of addresses would wash the counters out
    },
}

# --- Celery: a wake-up hint, never the truth ---

CELERY_BROKER_URL = BROKER_URL
CELERY_TASK_DEFAULT_QUEUE = "fluxx"
# What comes from beat does not stand in line behind mails. A worker without -Q takes from both in turn.
SWEEPS_QUEUE = "fluxx-sweeps"
CELERY_TASK_QUEUES = [Queue(CELERY_TASK_DEFAULT_QUEUE), Queue(SWEEPS_QUEUE)]
CELERY_TASK_ROUTES = {"games.tasks.sweep_*": {"queue": SWEEPS_QUEUE}}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TASK_SOFT_TIME_LIMIT = 75  # a sweep stops itself after 40 seconds, its last mail may take 15 more
CELERY_TASK_TIME_LIMIT = 90
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker as long as it takes
CELERY_BROKER_CONNECTION_TIMEOUT = 1
# A move never waits for the broker: publishing gives up at once and the sweep finds the row.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 60 * CELERY_TASK_TIME_LIMIT,
    "socket_connect_timeout": 1,
    "socket_timeout": 2,
    "max_retries": 0,
}
# In memory: every sweep comes round within a minute, so there is nothing to remember over a restart.
CELERY_BEAT_SCHEDULER = "fluxx_site.quiet_scheduler.QuietScheduler"
SWEEPS = {  # seconds between two runs; a sweep that waited longer than that in the queue is dropped
    "sweep_notices": 10,
    "sweep_deadlines": 15,
    "sweep_wishes": 15,
    "sweep_reminders": 60,
    "sweep_votes": 60,
    "sweep_alerts": 60,
    "sweep_old": 60,
    "sweep_gazettes": 60,
    **({"sweep_inbox": 60} if INBOX else {}),
}
CELERY_BEAT_SCHEDULE = {
    name: {
        "task": f"games.tasks.{name}",
        "schedule": schedule(seconds, nowfun=steady_now),
        "options": {"expires": seconds},
    }
    for name, seconds in SWEEPS.items()
}

# --- mail ---

EMAIL_BACKEND = EMAIL["EMAIL_BACKEND"]
EMAIL_FILE_PATH = EMAIL.get("EMAIL_FILE_PATH", VAR_DIR / "mail")
EMAIL_HOST = EMAIL.get("EMAIL_HOST", "")
EMAIL_PORT = EMAIL.get("EMAIL_PORT", 25)
EMAIL_HOST_USER = EMAIL.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = EMAIL.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = EMAIL.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL.get("EMAIL_USE_SSL", False)
ANYMAIL = {
    **EMAIL.get("ANYMAIL", {}),
    "WEBHOOK_SECRET": [WEBHOOK_SECRET] if WEBHOOK_SECRET else [],
    **{
        name: value
        for name in ("MAILGUN_WEBHOOK_SIGNING_KEY", "SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY")
        if (value := text(name))
    },
}
EMAIL_TIMEOUT = 15  # Django's own default waits for ever
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Whether devices and webhooks may be called on this machine: for developers and tests.
CHANNELS_MAY_BE_LOCAL = EMBEDDED
MAILS_GO_TO_FILES = environment.mails_go_to_files(text("EMAIL_URL"))

# --- people ---

AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "dashboard"
LOGOUT_REDIRECT_URL = "/"
ALLAUTH_TRUSTED_PROXY_COUNT = PROXY_COUNT
ACCOUNT_ADAPTER = "fluxx_site.accounts.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]  # the password may stay empty: a code in a mail does as well
ACCOUNT_SIGNUP_FORM_CLASS = "games.pages.people.account.SignupForm"
ACCOUNT_FORMS = {
    "login": "fluxx_site.account_forms.LoginForm",
    "signup": "fluxx_site.account_forms.SignupForm",
    # The last code that was mailed works, where another one isn't.
    "confirm_login_code": "fluxx_site.account_mails.LoginCodeForm",
    "confirm_email_verification_code": "fluxx_site.account_mails.AddressCodeForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # mail takes its time
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_BY_CODE_TIMEOUT
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
# Added to allauth's own. Visitors who play against bots have no account, so their network stands for them. A
# school or a club has one address for many people, so a network may do more than a person.
ACCOUNT_RATE_LIMITS = {
    # By network alone: how many mails a mailbox gets is for core/mail_limits.py, and locks nobody out.
    "request_login_code": "20/m/ip",
    "reset_password": "20/m/ip",
    "play_now": "20/h/ip",
    "keep_game": "20/h/ip",
    "new_game": "20/h/user,100/h/ip",
    "new_circle": "20/h/user,100/h/ip",
    "circle_invite": "30/h/user,150/h/ip",
    "new_deck": "30/h/user,150/h/ip",
    "share": "30/h/user,150/h/ip",
    "data_export": "3/d/user,30/d/ip",
    "renew_device": "60/m/ip",
    "ask_provider": "60/m/ip",  # each makes the site call the provider
}
# A passkey alone signs in; on top of another way it is the second factor, as the codes of an app are.
MFA_ADAPTER = "fluxx_site.second_factor.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "fluxx_site.passkey_forms.AddPasskeyForm",
    "edit_webauthn": "fluxx_site.passkey_forms.RenamePasskeyForm",
    "login_webauthn": "fluxx_site.passkey_forms.SignInPasskeyForm",
    "authenticate_webauthn": "fluxx_site.passkey_forms.SecondFactorPasskeyForm",
    "reauthenticate_webauthn": "fluxx_site.passkey_forms.ConfirmPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # so many periods of 30 seconds may a phone's clock be wrong
# Who comes from a provider sees their name and zone first; what follows from an address is the adapter's.
SOCIALACCOUNT_ADAPTER = "fluxx_site.oidc.accounts.SocialAccountAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_FORMS = {"signup": "fluxx_site.oidc.accounts.ProviderSignupForm"}
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"provider_class": "fluxx_site.oidc.provider.Provider"}}
SOCIALACCOUNT_STORE_TOKENS = False  # nothing is asked of the provider afterwards
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_TITLE or 'Fluxx'}] "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"

# --- languages and time ---

LANGUAGE_CODE = "en"
# A language is offered when each release has its catalogue complete: half a translation reads worse than
# none. Each goes by the name that its speakers give it.
LANGUAGES = [("en", "English"), ("pl", "polski"), ("ru", "русский")]
# The .mo files are compiled where the site starts: beside the .po, or in VAR_DIR where that can't be written.
LOCALE_PATHS = [BASE_DIR / "locale", VAR_DIR / "locale"]
FORMAT_MODULE_PATH = "fluxx_site.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files ---

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# With STATIC_ROOT: files collected into it by `manage.py collectstatic`, named after their content and
# cached for ever. Without: served as they lie in the source tree.
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if STATIC_ROOT
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- what a browser is told ---

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and PROXY_COUNT else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Whether every subdomain speaks https, and whether browsers should ship that, is for the owner of the domain
# to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_ENGINE = "fluxx_site.signed_in"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "fluxx_site.messages.MessageStorage"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_TRUSTED_ORIGINS = [SITE_URL]
LANGUAGE_COOKIE_AGE = 31_536_000  # of those who have not signed in; who has, keeps it with their account
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"

# --- logs ---

LOGGING = build_logging(LOG_FORMAT, LOG_LEVEL)

# --- reports of errors ---

if SENTRY_DSN:
    from fluxx_site import sentry

    try:
        sentry.start(SENTRY_DSN)
    except ValueError as error:
        sys.exit(f"The settings are wrong. SENTRY_DSN is no address of a project: {error}.")
