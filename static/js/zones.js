// input[data-zones], [data-guess]: the time zones that this browser knows, offered while one types; a new player's own is
// filled in.
function prepare() {
  document.querySelectorAll("input[data-zones]").forEach((input) => {
    if (!document.getElementById("zones")) {
      const list = document.createElement("datalist");
      list.id = "zones";
      list.append(...Intl.supportedValuesOf("timeZone").map((zone) => new Option(zone)));
      input.after(list);
    }
    input.setAttribute("list", "zones");
  });
  document.querySelectorAll("input[data-guess]").forEach((input) => {
    if (input.value !== input.dataset.guess) return;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    if (zone.includes("/") && zone !== "Etc/Unknown") input.value = zone; // some browsers hide it
  });
}
document.addEventListener("DOMContentLoaded", prepare);
document.addEventListener("htmx:afterSettle", prepare);
