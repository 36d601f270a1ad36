// A picture of the table and the result, to send to a friend: drawn from what is on the page, as a PNG.

import { dark } from "../settings";

const SVG = "http://www.w3.org/2000/svg";
/** Pixels of the picture for one of the page. */
const SHARP = 2;
const FOOT = 104;
const MARGIN = 16;

export interface Caption {
  title: string;
  /** One line for each player. */
  lines: string[];
}

/** Returns the styles of the page, for a picture that stands alone. */
function styles(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .join("\n");
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Returns an area as it is on the page, with its background and its name. */
function drawn(area: HTMLElement, origin: DOMRect): SVGElement {
  const box = area.getBoundingClientRect();
  const svg = area.querySelector("svg");
  const look = getComputedStyle(area);
  const [x, y] = [box.x - origin.x, box.y - origin.y];
  const group = element("g", { class: area.className });
  group.append(
    element("rect", { x, y, width: box.width, height: box.height, rx: 10, fill: look.backgroundColor }),
  );
  if (svg) {
    const inner = svg.getBoundingClientRect();
    const copy = svg.cloneNode(true) as SVGElement;
    copy.removeAttribute("style");
    const place = { x: inner.x - origin.x, y: inner.y - origin.y, width: inner.width, height: inner.height };
    for (const [key, value] of Object.entries(place)) copy.setAttribute(key, String(value));
    copy.setAttribute("overflow", "visible");
    group.append(copy);
  }
  const tag = area.querySelector(".area-tag");
  if (tag) {
    const name = element("text", { x: x + 22, y: y + 4, "font-size": 13, "font-weight": 600 });
    name.textContent = tag.textContent;
    group.append(name);
  }
  return group;
}

/** Returns the table as an SVG that needs nothing else. */
function asSvg(stage: HTMLElement): { source: string; width: number; height: number } {
  const origin = stage.getBoundingClientRect();
  const areas = [...stage.querySelectorAll<HTMLElement>(".area")];
  const size = { width: origin.width, height: origin.height };
  const root = element("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, class: "stage" });
  const page = document.documentElement;
  for (const { name, value } of page.attributes) if (name.startsWith("data-")) root.setAttribute(name, value);
  const style = element("style", {});
  // A style attribute would be against the page's Content-Security-Policy.
  style.textContent = `${styles()}\n:root{${page.style.cssText};color-scheme:${dark.value ? "dark" : "light"}}`;
  root.append(style, ...[...document.querySelectorAll("svg.art")].map((art) => art.cloneNode(true)));
  root.append(...areas.map((area) => drawn(area, origin)));
  return { source: new XMLSerializer().serializeToString(root), ...size };
}

const load = (source: string) =>
  new Promise<HTMLImageElement>((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("The picture could not be drawn."));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  });

function writeCaption(pen: CanvasRenderingContext2D, caption: Caption, width: number, top: number): void {
  const look = getComputedStyle(document.documentElement);
  const ink = getComputedStyle(document.body).color;
  const sans = look.getPropertyValue("--sans");
  pen.fillStyle = ink;
  pen.textBaseline = "middle";
  pen.font = `700 24px ${look.getPropertyValue("--serif")}`;
  pen.fillText(caption.title, MARGIN, top + 30, width - 2 * MARGIN);
  pen.font = `15px ${sans}`;
  pen.fillText(caption.lines.join("   ·   "), MARGIN, top + 68, width - 2 * MARGIN);
}

/** Returns the picture of the table, with the result beneath it. */
export async function pictureOf(stage: HTMLElement, caption: Caption): Promise<Blob> {
  const { source, width, height } = asSvg(stage);
  const image = await load(source);
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARP;
  canvas.height = (height + FOOT) * SHARP;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw pictures.");
  pen.scale(SHARP, SHARP);
  pen.fillStyle = getComputedStyle(document.body).backgroundColor;
  pen.fillRect(0, 0, width, height + FOOT);
  pen.drawImage(image, 0, 0, width, height);
  writeCaption(pen, caption, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be saved.")))),
  );
}

/** Lets the person send the picture, or saves it where pages cannot send files. */
export async function sharePicture(stage: HTMLElement, caption: Caption, name: string): Promise<void> {
  const file = new File([await pictureOf(stage, caption)], `${name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the dialog without sending anything is not an error.
    await navigator.share({ files: [file], title: caption.title }).catch((error: DOMException) => {
      if (error.name !== "AbortError") throw error;
    });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
