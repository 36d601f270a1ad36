import { expect, test } from "vitest";
import { joinTarget } from "../src/home/join-target";
import { decodePart } from "../src/parts/uri";
import { isLocalOnly } from "../src/table/invite";

test("a malformed address does not break anything", () => {
  expect(decodePart("caf%C3%A9")).toBe("café");
  expect(decodePart("100%")).toBe("100%");
  expect(joinTarget("/t/%E0%A4%A", "http://here")).toEqual({ table: "%E0%A4%A" });
});

test("links that only work on this device are recognised", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(isLocalOnly(host)).toBe(true);
  for (const host of ["192.168.1.7", "127.example.org", "tilora.example"])
    expect(isLocalOnly(host)).toBe(false);
});
