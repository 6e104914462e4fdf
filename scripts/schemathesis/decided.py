"""Which findings of Schemathesis are decisions of ours, one by one; everything else stays a failure.

Source: docs/internal/decisions/0014-a-document-for-generators.md
"""

import re

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import IgnoredAuth, RejectedPositiveData

# Rules that JSON Schema cannot say, by the code that `error.details` of the 400 has.
BEYOND_SCHEMA = {
    # Lists that grow: an enumeration in the document would make generated clients refuse what we take.
    "country",
    "currency",
    "event",
    "time_zone",
    # What a text must be beyond its letters.
    "cursor",
    "header",
    "invalid_key",
    "no_words",
    "nul",
    "picture",
    "contrast",
    # Digits of a number: fifteen significant ones, and no more decimals than the currency has.
    "decimals",
    "precision",
    # Glyphs that the fonts of documents have.
    "control",
    "invisible",
    "unprintable",
    # Moments, seen from now.
    "future",
    "order",
    "past",
    "range",
    "too_far",
    # Addresses: plain http is for what an operator trusts, on the test side; those that paths are added to end before a query.
    "scheme",
    "url_parts",
    # Fields that are tied to each other, or to what is stored.
    "agreement",
    "bic_country",
    "check_digit",
    "https",
    "not_applicable",
    "price",
    "shape",
    "sum",
    "test_only",
    "unfit_route",
    "unknown",
    "unknown_quote",
    "unknown_route",
    "url",
    "weight",
}
# A member that another one makes necessary; plain `is required` means that the document is wrong.
TIED = re.compile(r"^is (required|needed)\b.*\b(unless|where|beside|on a bill)\b")
# What counts as printable differs between the languages of generators.
PRINTABLE = "must consist of printable characters"


def _details(response):
    error = response.json().get("error", {})
    return error.get("details") or []


def _is_decided(case, detail):
    field, code, message = detail["field"], detail["code"], detail["message"]
    # The type of a published event says what its object must have.
    if case.operation.label == "POST /v1/events" and field.startswith("object."):
        return True
    if code == "required":
        return TIED.match(message) is not None
    return code in BEYOND_SCHEMA or message == PRINTABLE


def _is_beyond_schema(case, response):
    details = _details(response)
    return len(details) > 0 and all(_is_decided(case, detail) for detail in details)


def _without_nulls(value):
    if isinstance(value, dict):
        return {name: _without_nulls(member) for name, member in value.items() if member is not None}
    if isinstance(value, list):
        return [_without_nulls(item) for item in value]
    return value


def _is_null_for_absent(case, failure):
    """`null` counts as absent for optional members (docs/GAPS.md#G4)."""
    named = re.search(r"- (?:[\w.]+(?:\.| -> ))*\w+: [Ii]ncorrect type", failure.message)
    if named is None or not isinstance(case.body, dict):
        return False
    return _without_nulls(case.body) != case.body


def _is_same_territory(response):
    """Origin and destination are tied: between them is to be a border (/docs/errors/SAME_TERRITORY)."""
    return response.status_code == 422 and response.json().get("error", {}).get("code") == "SAME_TERRITORY"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if isinstance(failure, RejectedPositiveData):
        if _is_same_territory(response):
            return False
        return not (response.status_code == 400 and _is_beyond_schema(case, response))
    if isinstance(failure, AcceptedNegativeData):
        return not _is_null_for_absent(case, failure)
    if isinstance(failure, IgnoredAuth):
        # The twenty-first wrong key of a minute from one address (docs/GAPS.md#A1).
        return "429" not in failure.message
    return True
