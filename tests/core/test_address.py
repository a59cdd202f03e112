"""Passwords are not shown, whatever is wrong with the address around them."""

import pytest

from kibitz.core.address import without_password
from kibitz.errors import BadValue
from kibitz.store.place import Place

SECRET = "s3cr3t"
ADDRESSES = [
    f"postgresql://ann:{SECRET}@host/db",
    f"postgresql://ann:{SECRET}/x?y@z@host/db",
    f"postgresql://ann:{SECRET}@host:port/db",
    f"postgresql://:{SECRET}@host/db",
    f"postgresql://ann:{SECRET}",
    f"postgresql:/ann:{SECRET}@host/db",
    f"postgresql:ann:{SECRET}@host/db",
    f"postgres//ann:{SECRET}@host/db",
    f"ann:{SECRET}@host/db",
    f"postgresql://host/db?password={SECRET}",
    f"postgresql://host/db?user=ann&sslpassword={SECRET}&x=1",
    f"postgresql://host/db?PASSWORD={SECRET}",
    f"mysql://ann:{SECRET}@host/db",
    f"host=x password={SECRET} user=ann",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_password_is_shown(address):
    shown = without_password(address)
    assert SECRET not in shown
    assert "***" in shown


@pytest.mark.parametrize(
    "address", ["postgresql://host:5432/db", "postgresql://ann@host/db", "/data/kibitz.sqlite"]
)
def test_what_is_no_secret_is_shown(address):
    assert without_password(address) == address


@pytest.mark.parametrize("address", ADDRESSES[:4] + ADDRESSES[5:7] + ADDRESSES[9:13])
def test_a_place_and_its_refusals_show_none(address):
    try:
        shown = str(Place.of(address))
    except BadValue as error:
        shown = str(error)
    assert SECRET not in shown
    assert SECRET not in Place.of(f"postgresql://ann:{SECRET}@h/d").without_secrets(f"no {SECRET}")
