"""Numbers that don't count: primary keys in addresses, encrypted, so that nobody reads how many lie between.

Rows without a random number of their own are named so. A sealed number is found again by the keys of this
site alone, the earlier ones included.
"""

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from .keys import make_keyed_hashes

BYTES = 16  # a block of AES: the number, behind zeros that show that it was sealed here


def seal_number(number: int, purpose: str) -> str:
    """Return 32 letters and digits that stand for a number, always the same for a purpose."""
    cipher = _list_ciphers(purpose)[0].encryptor()
    return (cipher.update(number.to_bytes(BYTES, "big")) + cipher.finalize()).hex()


def open_number(sealed: str, purpose: str) -> int | None:
    """Return the number that was sealed so for this purpose; None if none was."""
    try:
        block = bytes.fromhex(sealed)
    except ValueError:
        return None
    if len(block) != BYTES or block.hex() != sealed:
        return None
    for cipher in _list_ciphers(purpose):
        opened = cipher.decryptor()
        number = int.from_bytes(opened.update(block) + opened.finalize(), "big")
        if number < 2**63:  # 65 bits of zeros don't come about by chance
            return number
    return None


def _list_ciphers(purpose: str) -> list[Cipher[modes.ECB]]:
    # One block under a key of its own: no mode is needed that links several.
    keys = make_keyed_hashes("games.number", purpose)
    return [Cipher(algorithms.AES(key), modes.ECB()) for key in keys]  # noqa: S305
