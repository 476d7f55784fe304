// input[type=date]: beside it stands its day in the language of the page, as the browser writes it in its own.
function sayDate(field) {
  let said = field.nextElementSibling;
  if (!said?.matches(".date-said")) {
    said = document.createElement("output");
    said.className = "date-said";
    said.htmlFor = field.id;
    field.after(said);
  }
  const day = field.valueAsDate;
  const words = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "full", timeZone: "UTC" });
  said.textContent = day ? words.format(day) : "";
}
document.addEventListener("input", (event) => {
  if (event.target.matches("input[type=date]")) sayDate(event.target);
});

const prepare = () => document.querySelectorAll("input[type=date]").forEach(sayDate);
document.addEventListener("DOMContentLoaded", prepare);
document.addEventListener("htmx:afterSettle", prepare);
