import { render } from "preact";
import "./settings";
import { App } from "./app";

render(<App />, document.getElementById("app") as HTMLElement);

// While text is selected across the page, as after Ctrl+A, the browser would drag that text from wherever somebody presses,
// and cancel every press whose pointer moves a little. On the table and on buttons, presses are clicks.
addEventListener("dragstart", (event) => {
  const at = event.target instanceof Element ? event.target : (event.target as Node).parentElement;
  if (at?.closest(".stage, button")) event.preventDefault();
});

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}
