import { expect, test } from "vitest";
import { sha256 } from "../src/sha256";

async function hashOfTheBrowser(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

test("the hash of any text is that of the browser", async () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const texts = ["", "é🎲", ...Array.from({ length: 200 }, (_, length) => "x".repeat(length))];
  for (const text of texts) expect(sha256(text)).toBe(await hashOfTheBrowser(text));
});

test("no constant depends on the last bits of a root, in which browsers may differ", () => {
  const primes = Array.from({ length: 312 }, (_, n) => n).filter(
    (n) => n > 1 && Array.from({ length: n }, (_, d) => d).every((d) => d < 2 || n % d),
  );
  expect(primes.length).toBe(64);
  for (const root of [...primes.map(Math.cbrt), ...primes.slice(0, 8).map(Math.sqrt)]) {
    const scaled = root * 2 ** 32;
    expect(Math.abs(scaled - Math.round(scaled))).toBeGreaterThan(2 ** -12);
  }
});
