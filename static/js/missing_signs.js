// [data-letter]: a sign that no font of this device has, such as an emoji, would be an empty box: the letter stands for it.
function drawnAs(sign) {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  canvas.width = canvas.height = 24;
  pen.font = "16px sans-serif";
  pen.fillText(sign, 2, 18);
  return canvas.toDataURL();
}
function replaceMissingSigns() {
  for (const sign of document.querySelectorAll("[data-letter]")) {
    const [first] = sign.textContent.trim();
    if (first && !/[\p{L}\p{N}\p{P}]/u.test(first) && drawnAs(first) === drawnAs("\u{10ffff}")) sign.textContent = sign.dataset.letter;
  }
}

document.addEventListener("DOMContentLoaded", replaceMissingSigns);
document.addEventListener("htmx:afterSettle", replaceMissingSigns);
