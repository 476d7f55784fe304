"""A small IMAP server in this process: one user, one mailbox, and the few commands that a program needs."""

import re
import socketserver
import threading
from dataclasses import dataclass, field


@dataclass
class Kept:
    """One mail in the mailbox."""

    uid: int
    raw: bytes
    flags: set[str] = field(default_factory=set)


class ImapServer:
    """Listens on a free port of 127.0.0.1. The connection ends before a command that `drops` is answered."""

    user, password = "fluxx", "a secret"

    def __init__(self) -> None:
        self.mails: list[Kept] = []
        self.drops = ""
        self.said: list[str] = []
        mailbox = self

        class Talk(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                Conversation(mailbox, self).run()

        socketserver.ThreadingTCPServer.allow_reuse_address = True
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def inbox(self) -> dict[str, object]:
        """What INBOX_URL says of this server, as the settings have it."""
        return {
            "scheme": "imap",
            "host": "127.0.0.1",
            "port": self.server.server_address[1],
            "user": self.user,
            "password": self.password,
            "folder": "INBOX",
            "after": "seen",
        }

    def put(self, raw: bytes) -> Kept:
        """Deliver a mail into the mailbox."""
        mail = Kept(uid=len(self.said) + len(self.mails) + 1, raw=raw)
        self.mails.append(mail)
        return mail

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Conversation:
    """One client."""

    def __init__(self, mailbox: ImapServer, talk: socketserver.StreamRequestHandler) -> None:
        self.mailbox = mailbox
        self.talk = talk
        self.may = False

    def run(self) -> None:
        self.say(b"* OK ready")
        while line := self.talk.rfile.readline():
            tag, _space, rest = line.decode().strip().partition(" ")
            command = rest.upper()
            self.mailbox.said.append(rest.replace(self.mailbox.password, "***"))
            if self.mailbox.drops and command.startswith(self.mailbox.drops):
                return
            done = self.answer(command, rest)
            self.say(f"{tag} {done}".encode())
            if command == "LOGOUT":
                return

    def say(self, line: bytes) -> None:
        self.talk.wfile.write(line + b"\r\n")

    def answer(self, command: str, rest: str) -> str:
        """Write the untagged replies of a command, and return the tagged one."""
        if command == "CAPABILITY":
            self.say(b"* CAPABILITY IMAP4rev1")
        elif command.startswith("LOGIN"):
            self.may = rest.endswith(f'"{self.mailbox.user}" "{self.mailbox.password}"')
            return "OK in" if self.may else "NO wrong password"
        elif command == "LOGOUT":
            self.say(b"* BYE")
        else:
            return self.answer_about_mails(command, rest) if self.may else "NO sign in first"
        return "OK done"

    def answer_about_mails(self, command: str, rest: str) -> str:
        """Do the same for a command that needs a user who has signed in."""
        if command.startswith("SELECT"):
            self.say(b"* %d EXISTS" % len(self.mailbox.mails))
        elif command.startswith("UID SEARCH"):
            found = [mail.uid for mail in self.mailbox.mails if not mail.flags & {"\\Seen", "\\Deleted"}]
            self.say(b"* SEARCH " + " ".join(map(str, found)).encode())
        elif match := re.match(r"UID FETCH (\d+) .*BODY\.PEEK\[\]<0\.(\d+)>", command):
            self.fetch(int(match[1]), int(match[2]))
        elif match := re.match(r"UID STORE (\d+) \+FLAGS \((\\\w+)\)", rest, re.IGNORECASE):
            for mail in self.mailbox.mails:
                if mail.uid == int(match[1]):
                    mail.flags.add(match[2])
        elif command == "EXPUNGE":
            self.mailbox.mails = [mail for mail in self.mailbox.mails if "\\Deleted" not in mail.flags]
        else:
            return "BAD what?"
        return "OK done"

    def fetch(self, uid: int, most: int) -> None:
        for place, mail in enumerate(self.mailbox.mails, start=1):
            if mail.uid == uid:
                raw = mail.raw[:most]
                head = f'* {place} FETCH (UID {uid} INTERNALDATE "21-Nov-2026 17:25:00 +0000" BODY[]<0>'
                self.say(f"{head} {{{len(raw)}}}".encode())
                self.talk.wfile.write(raw)
                self.say(b")")
