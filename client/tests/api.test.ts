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

test("the error page of a proxy counts as no answer", async () => {
  answering("<h1>Bad Gateway</h1>", 502);
  expect((await refusal())?.temporary).toBe(true);
});

test("so does the login page of a hotel", async () => {
  answering("<h1>Welcome, guest</h1>", 200);
  expect((await refusal())?.temporary).toBe(true);
});

test("a refusal by our server is final", async () => {
  answering('{"code": "not-found", "text": "There is no such table."}', 404);
  const error = await refusal();
  expect(error?.temporary).toBe(false);
  expect(error?.message).toBe("There is no such table.");
});
