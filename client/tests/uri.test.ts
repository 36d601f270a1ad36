import { expect, test } from "vitest";
import { destination } from "../src/home/join-target";
import { decoded } from "../src/parts/uri";
import { onlyHere } from "../src/table/invite";

test("an address that was mangled on its way breaks nothing", () => {
  expect(decoded("caf%C3%A9")).toBe("café");
  expect(decoded("100%")).toBe("100%");
  expect(destination("/t/%E0%A4%A", "http://here")).toEqual({ table: "%E0%A4%A" });
});

test("links to this device alone are known as such", () => {
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(onlyHere(host)).toBe(true);
  for (const host of ["192.168.1.7", "127.example.org", "tilora.example"]) expect(onlyHere(host)).toBe(false);
});
