import { expect, test, vi } from "vitest";
import { RequestError } from "../src/api";
import { retryUntilAnswered } from "../src/parts/hooks";

/** Fails with these codes, one after the other, and then resolves to "here". */
const failing =
  (...codes: string[]) =>
  async () => {
    const code = codes.shift();
    if (code) throw new RequestError(code, code);
    return "here";
  };

test("a request is repeated until the server is back", async () => {
  vi.useFakeTimers();
  const [answered, failed] = [vi.fn(), vi.fn()];
  retryUntilAnswered(failing("offline", "restarting"), answered, failed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).toHaveBeenCalledTimes(2);
  expect(answered).toHaveBeenCalledExactlyOnceWith("here");
  vi.useRealTimers();
});

test("a refused or abandoned request is not repeated", async () => {
  vi.useFakeTimers();
  const [answered, failed] = [vi.fn(), vi.fn()];
  retryUntilAnswered(failing("not-found"), answered, failed);
  retryUntilAnswered(failing("offline"), answered, failed)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).toHaveBeenCalledExactlyOnceWith("not-found");
  expect(answered).not.toHaveBeenCalled();
  vi.useRealTimers();
});
