import { expect, test, vi } from "vitest";
import { Refused } from "../src/api";
import { untilAnswered } from "../src/parts/hooks";

/** Fails in these ways, one after the other, and then brings "here". */
const failing =
  (...codes: string[]) =>
  async () => {
    const code = codes.shift();
    if (code) throw new Refused(code, code);
    return "here";
  };

test("a server that is away is asked until it is back", async () => {
  vi.useFakeTimers();
  const [answered, failed] = [vi.fn(), vi.fn()];
  untilAnswered(failing("offline", "restarting"), answered, failed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).toHaveBeenCalledTimes(2);
  expect(answered).toHaveBeenCalledExactlyOnceWith("here");
  vi.useRealTimers();
});

test("who was refused, or has gone, asks no more", async () => {
  vi.useFakeTimers();
  const [answered, failed] = [vi.fn(), vi.fn()];
  untilAnswered(failing("not-found"), answered, failed);
  untilAnswered(failing("offline"), answered, failed)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(failed).toHaveBeenCalledExactlyOnceWith("not-found");
  expect(answered).not.toHaveBeenCalled();
  vi.useRealTimers();
});
