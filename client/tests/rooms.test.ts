import { expect, test } from "vitest";

const sources = Object.entries(
  import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true }),
).map(([path, code]): [string, string] => [path.replace("../src/", ""), code]);
const [page] = Object.values(
  import.meta.glob<string>("../../docs/page.md", { query: "?raw", import: "default", eager: true }),
);

/** Which rooms each room may import from, besides itself. "" is client/src itself: api, router, protocol and so on. */
const MAY: Record<string, string[]> = {
  parts: [""],
  "scene/draw": ["", "parts", "scene"],
  "scene/motion": ["", "scene", "scene/draw"],
  "scene/input": ["", "parts", "scene", "scene/draw"],
  scene: ["", "parts", "scene/draw", "scene/motion", "scene/input"],
  guide: ["", "parts", "scene/draw"],
  home: ["", "parts", "scene", "scene/draw", "scene/motion"],
  replay: ["", "parts", "scene", "scene/draw", "scene/input", "scene/motion"],
  learn: ["", "parts", "scene", "scene/draw", "scene/input", "scene/motion"],
  puzzles: ["", "parts", "scene", "scene/draw", "scene/input", "scene/motion"],
  table: ["", "parts", "scene", "scene/draw", "scene/input", "scene/motion"],
  shell: ["", "parts"],
  texts: [""],
};
/** app and main put everything together; the other modules of client/src know no room but small parts. */
const ROOT: Record<string, string[]> = { "app.tsx": Object.keys(MAY), "router.tsx": ["parts"] };

const roomOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function imported(path: string, code: string): string[] {
  const base = new URL(path, "file:///src/");
  const names = [...code.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map((found) => found[1] ?? "");
  return names.map((name) => new URL(name, base).pathname.replace("/src/", ""));
}

test("every room imports only from the rooms that it may know", () => {
  const wrong = sources.flatMap(([path, code]) => {
    const room = roomOf(path);
    const allowed = [room, ...(room === "" ? (ROOT[path] ?? []) : (MAY[room] ?? []))];
    return imported(path, code)
      .filter((other) => !allowed.includes(roomOf(other)))
      .map((other) => `${path} imports ${other}`);
  });
  expect(wrong).toEqual([]);
});

test("the tree in docs/page.md is that of client/src", () => {
  const tree = /```\nclient\/src\/\n(.*?)```/s.exec(page ?? "")?.[1] ?? "";
  const shown = tree
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/ {2,}/));
  const rooms = [...new Set(sources.map(([path]) => roomOf(path)))];
  const actual = rooms.map((room) => {
    const modules = sources
      .filter(([path]) => roomOf(path) === room)
      .map(([path]) => path.slice(room.length));
    return [room ? `${room}/` : "./", ...modules.map((name) => name.replace(/^\/|\.tsx?$/g, "")).sort()];
  });
  expect(shown.sort()).toEqual(actual.sort());
});
