import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("a setting changed in one tab applies to the others", async () => {
  const kept = new Map<string, string>();
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelectorAll: () => [] });
  vi.stubGlobal("addEventListener", (kind: string, listener: (event: object) => void) =>
    listeners.set(kind, listener),
  );
  const { change, settings } = await import("../src/settings");
  expect(settings.value.sound).toBe(true);
  kept.set("tilora.settings", '{"sound": false}');
  listeners.get("storage")?.({ key: "tilora.settings" });
  expect(settings.value.sound).toBe(false);
  change({ theme: "dark" });
  expect(JSON.parse(kept.get("tilora.settings") ?? "")).toMatchObject({ sound: false, theme: "dark" });
});
