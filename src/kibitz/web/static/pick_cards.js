// A deck of 52 buttons; the cards that were picked are drawn above it.
import { element } from "./talk.js";
import { fetched, roving, settled, write } from "./pick.js";

const RANKS = "A23456789TJQK";
const SUITS = { s: ["♠", "spades"], h: ["♥", "hearts"], d: ["♦", "diamonds"], c: ["♣", "clubs"] };
const WORDS = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };
const CARD = /(10|[2-9TJQKA])\s*([shdc])/gi;

const named = (text) => [...text.matchAll(CARD)].map(([, rank, suit]) =>
  rank.toUpperCase().replace("10", "T") + suit.toLowerCase());

function cardButton(rank, suit) {
  const [symbol, word] = SUITS[suit];
  const button = element("button", "", { type: "button", "aria-pressed": "false",
    "aria-label": `${WORDS[rank] || rank} of ${word}`, "data-card": rank + suit, "data-suit": suit });
  button.append(element("span", rank === "T" ? "10" : rank), element("span", symbol));
  return button;
}

export function cards(input, panel) {
  const strip = element("div", "", { class: "strip", "aria-hidden": "true" });
  const deck = element("div", "", { class: "deck", role: "group", "aria-label": "Deck of cards" });
  for (const suit of Object.keys(SUITS)) for (const rank of RANKS) deck.append(cardButton(rank, suit));
  const clear = element("button", "Clear", { type: "button" });
  const tools = element("div", "", { class: "presets" });
  tools.append(clear);
  panel.append(strip, deck, tools);
  roving(deck, "button", () => 13);

  const follow = async () => {
    const held = named(input.value);
    const fields = [...input.form.querySelectorAll("[data-holds~=cards]")].filter((other) => other !== input);
    const others = new Set(fields.flatMap((other) => named(other.value)));
    for (const button of deck.children) {
      const is = held.includes(button.dataset.card);
      button.setAttribute("aria-pressed", String(is));
      button.classList.toggle("elsewhere", !is && others.has(button.dataset.card));
    }
    const text = input.value;
    const seen = await fetched("/api/v1/edit/cards", { text }).catch(() => null);
    if (seen && text === input.value) strip.innerHTML = seen.is_whole ? seen.drawn : "";
  };

  deck.addEventListener("click", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button) return;
    const held = named(input.value);
    const card = button.dataset.card;
    const between = input.dataset.holds.includes("range") ? "" : " "; // a hand in a range is one word
    write(input, (held.includes(card) ? held.filter((other) => other !== card) : [...held, card]).join(between));
    follow();
  });
  clear.addEventListener("click", () => { write(input, ""); follow(); });
  settled(input, follow);
  follow();
  return follow;
}
