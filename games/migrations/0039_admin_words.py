"""New names and help texts for the admin."""

from typing import Any

from django.db import migrations
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

OPTIONS = {
    "feedkey": {"verbose_name": "feed secret", "verbose_name_plural": "feed secrets"},
    "lobbycard": {"verbose_name": "table card", "verbose_name_plural": "table cards"},
    "noticechoices": {
        "verbose_name": "notification settings",
        "verbose_name_plural": "notification settings",
    },
    "sitekey": {"verbose_name": "site key", "verbose_name_plural": "site keys"},
    "staffact": {"verbose_name": "staff action", "verbose_name_plural": "staff actions"},
}
FIELDS = {
    "channel.groups_off": {
        "help_text": "Kinds of news that aren’t sent to this channel.",
        "verbose_name": "left out",
    },
    "channel.off_at": {"help_text": "Set after a day of failures."},
    "deck.visibility": {
        "choices": [
            ("private", "only I"),
            ("link", "everybody with the link"),
            ("public", "everybody on this site"),
        ]
    },
    "deck.is_hidden": {"help_text": "Only its owner sees it."},
    "deputy.ends_at": {"help_text": "The end of the last day in the player’s time zone."},
    "deputy.ended_at": {"help_text": "When the player or the deputy ended or declined it."},
    "game.timing": {
        "choices": [
            ("flat", "the same time for each turn"),
            ("bank", "saved time"),
            ("fixed", "a fixed hour of the day"),
        ]
    },
    "game.bank_start": {"verbose_name": "hours at the start"},
    "game.bank_most": {"verbose_name": "maximum saved hours"},
    "game.fixed_least": {"verbose_name": "minimum hours to answer"},
    "game.grace_hours": {"verbose_name": "free hours at the start of a turn"},
    "game.away_policy": {
        "choices": [
            ("stop", "the clock of their turn stops"),
            ("answers", "the clock of their turn stops, and a bot answers what the others wait for"),
            ("bot", "a bot plays for them right away"),
            ("none", "nothing: the clock keeps running"),
        ]
    },
    "game.edition": {"help_text": "The edition’s name, or a custom deck as JSON."},
    "game.deck_title": {"help_text": "The owner’s name for the deck."},
    "game.is_open": {"verbose_name": "open to everybody"},
    "game.patience": {"verbose_name": "missed turns in a row"},
    "game.least_reliability": {
        "help_text": "Percent of turns that a player must have answered in time to join; 0 for no limit."
    },
    "game.usual_hours": {
        "help_text": "A player must usually answer within so many hours to join; 0 for no limit."
    },
    "game.newcomers": {
        "help_text": "People who haven’t played here before may join.",
        "verbose_name": "open to newcomers",
    },
    "game.talk_is_public": {
        "help_text": "Everybody who may watch the game can read its table talk.",
        "verbose_name": "spectators can read the talk",
    },
    "game.starting_seat": {"help_text": "The seat with the first turn."},
    "gamestate.earlier": {"help_text": "The states that the table can go back to."},
    "inboundmail.kind": {
        "choices": [
            ("reply", "a reply to a game’s mail"),
            ("bounce", "a bounce"),
            ("complaint", "a spam complaint"),
            ("unsubscribe", "an unsubscribe request"),
            ("automatic", "automatic reply"),
            ("unknown", "unknown recipient"),
        ]
    },
    "inboundmail.notice": {"help_text": "The mail that bounced or was complained about."},
    "invitation.how": {
        "choices": [
            ("typed", "entered by the host"),
            ("known", "somebody the host has played with"),
            ("asked", "entered by somebody with the game’s link"),
        ]
    },
    "invitation.refused_at": {"help_text": "When the mail server rejected the address."},
    "lobbycard.agreed": {"verbose_name": "seats that agreed"},
    "move.kind": {
        "choices": [
            ("deal", "the cards were dealt"),
            ("answer", "an answer"),
            ("join", "a seat joined"),
            ("leave", "a seat left"),
            ("restored", "the last play was taken back because the rules' code changed"),
            ("undo", "moves were taken back"),
            ("event", "an event at the table"),
        ]
    },
    "move.params": {"help_text": "For an event: its kind, and the values in its sentence."},
    "notice.channel": {"help_text": "The player’s device or webhook; empty for mail."},
    "notice.params": {"help_text": "More values for the mail’s text."},
    "notice.version": {"help_text": "The number of moves in the game when this was written."},
    "notice.plan": {
        "choices": [
            ("", "open"),
            ("ready", "as soon as possible"),
            ("digest", "in the digest"),
            ("bound", "in a mail being written"),
        ]
    },
    "notice.quiet": {"help_text": "How long to wait after the player’s last visit to the game."},
    "noticechoices.mail": {"help_text": "For each kind of news, when it is mailed."},
    "noticechoices.quiet_minutes": {
        "help_text": "How long “after a while” waits since the player’s last visit to the game.",
        "verbose_name": "delay in minutes",
    },
    "noticechoices.digest_at": {
        "help_text": "In the player’s time zone.",
        "verbose_name": "time of the digest",
    },
    "noticechoices.digested_on": {"help_text": "In the player’s time zone."},
    "noticechoices.together": {"help_text": "Otherwise each game sends its own mails."},
    "noticechoices.short": {"help_text": "Leaves out what happened and the table."},
    "noticechoices.telling_subjects": {
        "help_text": "Otherwise all turns of a game share one subject.",
        "verbose_name": "descriptive subjects",
    },
    "outage.credited_to": {"verbose_name": "credited up to game"},
    "outage.why": {
        "choices": [
            ("silent", "the deadline sweep wasn’t running"),
            ("held", "staff paused all clocks"),
            ("jump", "the site paused all clocks because the machine’s time was wrong"),
            ("restored", "a backup was restored"),
        ]
    },
    "player.days_off": {"help_text": "Digits of weekdays; 0 is Monday."},
    "player.name": {"help_text": "The name that others at the table see."},
    "player.is_guest": {"help_text": "Joined by invitation and hasn’t signed in yet."},
    "player.mail_refused_at": {
        "help_text": "When their mail server rejected this address. While this is set, no mail is sent."
    },
    "player.refusal_doubted_at": {
        "help_text": "When a rejection was ignored because the mail server itself seemed at fault.",
        "verbose_name": "rejection ignored",
    },
    "player.complained_at": {
        "help_text": "When they marked a game’s mail as spam. While this is set, no mail about games is sent."
    },
    "player.bounces": {"help_text": "Temporary failures only.", "verbose_name": "days with bounces"},
    "player.bounced_at": {"verbose_name": "last bounce"},
    "player.auto_vacation": {
        "help_text": "A vacation starts when a turn runs out, so the turn isn’t missed."
    },
    "question.own_turn": {"verbose_name": "in the seat’s own turn"},
    "question.is_side": {
        "help_text": "The game goes on without an answer; there’s no clock.",
        "verbose_name": "side question",
    },
    "question.time_left": {"help_text": "The time on the clock when the game was paused."},
    "question.on_turn_clock": {
        "help_text": "Asked of the seat whose turn it is.",
        "verbose_name": "on the turn’s clock",
    },
    "question.given": {
        "help_text": "The time allowed, counted from the start of the turn or of the question."
    },
    "question.counts_for": {
        "help_text": "The player whose record this counts for; empty if it doesn’t count."
    },
    "question.turn": {"help_text": "The turn of the game in which it was asked."},
    "question.took": {"help_text": "How long the player took, not counting vacations and outages."},
    "question.attempts": {"help_text": "How often the sweep failed to answer it."},
    "question.stuck_at": {"help_text": "When the sweep gave up; this needs a person’s attention."},
    "question.extended_at": {"help_text": "When it got extra time, once, because no notification arrived."},
    "reply.begun": {
        "help_text": "A line that can’t be repeated isn’t started twice.",
        "verbose_name": "lines started",
    },
    "reply.results": {"verbose_name": "results"},
    "seat.seen_version": {"help_text": "The last move that the player has seen on the table page."},
    "seat.seen_at": {"help_text": "When the player last answered or marked the table as seen."},
    "seat.heard_until": {"help_text": "The last message that the player has seen."},
    "seat.bank": {"help_text": "Empty before the seat’s first turn."},
    "seat.turn_left": {
        "help_text": "The time on its clock when it last started or stopped: grace, saved and given time."
    },
    "seat.clock_turn": {"help_text": "The last turn for which the seat got time."},
    "seat.timed_out_turn": {"verbose_name": "turn that timed out"},
    "seat.has_turn_orders": {
        "help_text": "The player has set orders for limits, throws or turns at some time."
    },
    "seat.has_deputy": {
        "help_text": "Somebody has accepted to play this seat at some time; they may have stopped since."
    },
    "seat.away_until": {"help_text": "When the current vacation ends and the player is asked again."},
    "seat.link_epoch": {"help_text": "Raise it to make every earlier mail link of this seat invalid."},
    "seat.offered_at": {"help_text": "When the seat was offered to others; a bot plays it meanwhile."},
    "seatnote.kind": {
        "choices": [
            ("played", "an order played a Surprise"),
            ("passed", "an order passed"),
            ("not-met", "the condition of an order was not met"),
            ("not-held", "an order needed a Surprise that the seat didn’t have"),
            ("time-out", "time ran out"),
            ("holding", "a Surprise came to hand"),
            ("gave-up", "an order chose what to discard"),
            ("undecided", "an order couldn’t choose what to discard"),
            ("threw", "an order threw"),
            ("went-on", "an order ended a turn or continued it"),
            ("planned", "a plan played a card"),
            ("plan-off", "a plan stopped to ask"),
            ("plan-over", "a turn ended before its plan was done"),
        ]
    },
    "staffact.player": {"help_text": "The player it was done to, if any."},
    "staffact.about": {"help_text": "What it was done to."},
    "staffact.due_at": {"help_text": "It can be called off until then."},
    "staffact.settled_by": {"help_text": "Empty means the site itself."},
    "storedwindoworder.condition": {
        "choices": [
            ("any", "any card"),
            ("somebody-wins", "if it would make somebody win"),
            ("other-wins", "if it would make somebody else win"),
            ("all-lose", "if it would make everybody lose"),
            ("group", "if it’s a new rule of a certain kind"),
            ("needed", "if it’s a keeper I need"),
            ("card", "if it’s a certain card"),
            ("mine", "if it would cancel a card of mine"),
        ]
    },
    "switch.name": {
        "choices": [
            ("clocks", "pause all clocks"),
            ("mail", "hold all mail"),
            ("jump", "pause all clocks because the machine’s time jumped"),
        ]
    },
    "switch.who": {"help_text": "Empty means the site itself."},
    "switch.quiet": {"help_text": "How many sweeps in a row found the right time."},
    "switch.skew": {"help_text": "How many seconds the machine’s clock was ahead of the database’s."},
    "vacation.is_automatic": {"help_text": "Started by itself when the player’s turn ran out."},
    "vacation.return_noted_at": {
        "help_text": "When the player was told that their clocks start again soon.",
        "verbose_name": "announced the end",
    },
    "vote.version": {"help_text": "The move it is about, if any."},
}


class ChangeWords(Operation):
    """Changes the words of many fields at once: `AlterField` would render all models anew for each."""

    reversible = True

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        for model, words in OPTIONS.items():
            state.models[app_label, model].options.update(words)
        for name, words in FIELDS.items():
            model, _dot, field = name.partition(".")
            fields = state.models[app_label, model].fields
            _name, _path, args, kwargs = fields[field].deconstruct()
            fields[field] = type(fields[field])(*args, **{**kwargs, **words})
        state.clear_delayed_apps_cache()
        state.__dict__.pop("apps", None)

    def database_forwards(self, *_args: Any) -> None:
        """The tables stay as they are."""

    def database_backwards(self, *_args: Any) -> None:
        """The tables stay as they are."""


class Migration(migrations.Migration):
    """Fields have new names and help texts in the admin."""

    dependencies = [("games", "0038_unfilled_games")]
    operations = [ChangeWords()]
