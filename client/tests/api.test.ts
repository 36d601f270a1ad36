import { afterEach, expect, test, vi } from "vitest";
import { get, type RequestError } from "../src/api";

afterEach(() => vi.unstubAllGlobals());

const answering = (body: string, status: number) =>
  vi.stubGlobal("fetch", async () => new Response(body, { status }));

const refusal = () =>
  get("/api/games").then(
    () => undefined,
    (error: RequestError) => error,
  );

test("what a proxy says while the server is away is no answer of ours", async () => {
  answering("<h1>Bad Gateway</h1>", 502);
  expect((await refusal())?.temporary).toBe(true);
});

test("nor is the page that a hotel shows until one has paid", async () => {
  answering("<h1>Welcome, guest</h1>", 200);
  expect((await refusal())?.temporary).toBe(true);
});

test("what our server refuses, it refuses", async () => {
  answering('{"code": "not-found", "text": "There is no such table."}', 404);
  const error = await refusal();
  expect(error?.temporary).toBe(false);
  expect(error?.message).toBe("There is no such table.");
});
