// Arrow keys on pages and sheets: they move the focus by position on the screen.

const STOPS = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)";
/** Boxes whose upper edges are this close are in one row. */
const ROW = 14;
/** Boxes side by side may overlap by this much. */
const SLACK = 4;

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const middle = ({ left, right }: Box) => (left + right) / 2;
const centre = ({ top, bottom }: Box) => (top + bottom) / 2;

/** Returns the box straight below (`by` 1) or above (-1), in the nearest row. */
export function nextVertical<T extends Box>(boxes: readonly T[], here: Box, by: 1 | -1): T | undefined {
  const rows = boxes.filter((box) => by * (centre(box) - centre(here)) > ROW);
  const edge = (box: Box) => Math.max(0, by * ((by > 0 ? box.top : box.bottom) - centre(here)));
  const nearest = Math.min(...rows.map(edge));
  const aside = (box: Box) => Math.max(box.left - middle(here), middle(here) - box.right, 0);
  const row = rows.filter((box) => edge(box) < nearest + ROW);
  return row.sort(
    (a, b) => aside(a) - aside(b) || Math.abs(middle(a) - middle(here)) - Math.abs(middle(b) - middle(here)),
  )[0];
}

/** Returns the next box to the right (1) or left (-1) in the same row. */
export function nextHorizontal<T extends Box>(boxes: readonly T[], here: Box, by: 1 | -1): T | undefined {
  const beside = boxes.filter(
    (box) =>
      (by > 0 ? box.left >= here.right - SLACK : box.right <= here.left + SLACK) &&
      Math.min(box.bottom, here.bottom) - Math.max(box.top, here.top) >
        Math.min(box.bottom - box.top, here.bottom - here.top) / 2,
  );
  const far = (box: Box) => Math.abs(middle(box) - middle(here)) + 2 * Math.abs(centre(box) - centre(here));
  return beside.sort((a, b) => far(a) - far(b))[0];
}

/** Whether it can get the focus: of a radio group, only the checked one. */
const isTabStop = (stop: HTMLElement) =>
  !(stop instanceof HTMLInputElement && stop.type === "radio") || stop.checked;

function stepSelect(select: HTMLSelectElement, by: 1 | -1): void {
  const to = Math.min(Math.max(select.selectedIndex + by, 0), select.options.length - 1);
  if (to === select.selectedIndex) return;
  select.selectedIndex = to;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Lets a field use the key. Returns whether it did. */
function handledByField(field: Element | null, across: boolean, by: 1 | -1): boolean {
  if (field instanceof HTMLSelectElement && across) {
    stepSelect(field, by);
    return true;
  }
  if (!(field instanceof HTMLInputElement) || field.type === "file") return false;
  if (across && field.type === "checkbox") {
    field.click();
    return true;
  }
  return false;
}

/** Handles `onKeyDown` of a page or a sheet. */
export function handleArrowKeys(event: KeyboardEvent): void {
  const across = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if ((!across && event.key !== "ArrowUp" && event.key !== "ArrowDown") || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  const field = document.activeElement;
  const typed = field instanceof HTMLInputElement && !["checkbox", "file"].includes(field.type);
  // Leave text fields, sliders and radio groups to the browser.
  if (typed && (across || field.type === "range")) return;
  if (handledByField(field, across, by)) {
    event.preventDefault();
    return;
  }
  const within = event.currentTarget as HTMLElement;
  if (!field || field === within || !within.contains(field)) return;
  const stops = [...within.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop === field || (stop.checkVisibility() && isTabStop(stop)),
  );
  const next =
    across || !within.matches("dialog") ? towards(stops, field, across, by) : inTurn(stops, field, by);
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** In a sheet, left and right belong to its fields, so up and down visit all of them in order. */
const inTurn = (stops: HTMLElement[], field: Element, by: 1 | -1): HTMLElement | undefined =>
  stops[stops.indexOf(field as HTMLElement) + by];

function towards(stops: HTMLElement[], field: Element, across: boolean, by: 1 | -1): HTMLElement | undefined {
  const others = stops.filter((stop) => stop !== field);
  const boxes = others.map((stop) => {
    // Some inputs are invisible: measure their label.
    const { left, right, top, bottom } = (stop.closest("label") ?? stop).getBoundingClientRect();
    return { stop, left, right, top, bottom };
  });
  const here = (field.closest("label") ?? field).getBoundingClientRect();
  return (across ? nextHorizontal(boxes, here, by) : nextVertical(boxes, here, by))?.stop;
}
