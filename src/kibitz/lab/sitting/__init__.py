"""A game in progress, driven by its caller: played, taken back, left, resumed."""

from kibitz.lab.sitting.plan import PERSON, SittingPlan
from kibitz.lab.sitting.sitting import Glimpse, Outcome, Sitting
from kibitz.lab.sitting.store import SittingStore

__all__ = ["PERSON", "Glimpse", "Outcome", "Sitting", "SittingPlan", "SittingStore"]
