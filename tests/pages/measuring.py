"""Where things stand on a table's page in a browser, and whether all of a choice is in sight."""

# `cut` are choices that are not whole, or that something covers; `held` is below 0 where that is so of one of
# five cards, but not beside pegs, or options and lines: a hand is a swipe away. `hasAll`: a press shows all.
MEASURE = """() => {
    const shown = (name) => [...document.querySelectorAll(name)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[popover]"));
    const side = (all, least, name) => all.length
        ? Math[least ? "min" : "max"](...all.map((each) => each.getBoundingClientRect()[name])) : null;
    const isHit = (card, x, y) => card.contains(document.elementFromPoint(x, y));
    const isWhole = (card) => {
        const { left, right, top, bottom } = card.getBoundingClientRect();
        const inset = Math.max(6, Math.min(right - left, bottom - top) / 5); // a hole of a pegboard is round
        const middle = [(left + right) / 2, (top + bottom) / 2];
        const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [x, y]));
        const inside = (at, least) => at + (at === least ? inset : -inset);
        const inner = corners.map(([x, y]) => [inside(x, left), inside(y, top)]);
        return [middle, ...inner].every(([x, y]) => isHit(card, x, y));
    };
    const titleOf = (card) => card.querySelector(".card__title, .free__title")?.textContent.trim() ?? "?";
    const hand = shown(".tray .hand > li");
    const options = shown(".tray .option:has(> input), .tray .peg__hole--choice");
    const isCrowded = shown(".pegboard--asked, .tray--both .free__line").length > 0;
    return {
        goal: side(shown(".goals, .board__goal"), true, "top"),
        hand: side(hand, true, "top"),
        last: side(options, false, "bottom"),
        cut: options.filter((each) => !isWhole(each)).map(titleOf),
        held: isCrowded ? 0 : hand.filter(isWhole).length - Math.min(5, hand.length),
        hasAll: shown("[popovertarget=all-options]").filter(isWhole).length > 0,
        page: document.documentElement.scrollHeight - innerHeight,
        wide: document.documentElement.scrollWidth - innerWidth,
    };
}"""
