"""Addresses of databases as they may be shown: without their passwords.

What is malformed is shown too, in the sentence that refuses it, so this does not parse: it
hides whatever may be a password, rather too much than too little.
"""

import re

_STARS = r"\1***"
_USER = re.compile(r"(\w:/{1,3}[^/@:\s]*:).*(?=@)")  # to the last @
_NO_SCHEME = re.compile(r"((?:^|/)[^/@:\s]*:)(?!/|\*\*\*).*(?=@)")
_NO_HOST = re.compile(r"(://[^/@:\s]+:)(?!\d*(?:[/?]|$)|\*\*\*)[^/?@\s]*")  # user:word, no @
_SETTING = re.compile(r"((?:ssl)?pass(?:word|wd|phrase)?\s*=\s*)[^&;\s]*", re.IGNORECASE)


def without_password(address: str) -> str:
    """The address with stars for every password in it, however malformed it is.

    >>> without_password("postgresql://ann:secret@host/db?sslpassword=x&user=b")
    'postgresql://ann:***@host/db?sslpassword=***&user=b'
    >>> without_password("postgresql://host:5432/db")
    'postgresql://host:5432/db'
    """
    for pattern in (_USER, _NO_SCHEME, _NO_HOST, _SETTING):
        address = pattern.sub(_STARS, address)
    return address
