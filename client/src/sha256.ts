// SHA-256 (FIPS 180-4). The browser's own is missing on pages without HTTPS, as on a home network.

const primes = (() => {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();

/** Returns the first 32 bits of the fraction of a number. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const CONSTANTS = primes.map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the message with its padding: a one, zeros, and its length in bits. */
function padded(message: Uint8Array): DataView {
  const blocks = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 4, message.length * 8);
  return view;
}

function schedule(view: DataView, block: number): Int32Array {
  const words = new Int32Array(64);
  for (let t = 0; t < 16; t++) words[t] = view.getInt32(block + t * 4);
  for (let t = 16; t < 64; t++) {
    const early = words[t - 15] as number;
    const late = words[t - 2] as number;
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[t] = sigma1 + (words[t - 7] as number) + sigma0 + (words[t - 16] as number);
  }
  return words;
}

/** Returns the SHA-256 of a text in UTF-8, in hex. For texts of less than 512 MiB. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  const hash = Int32Array.from(START);
  for (let block = 0; block < view.byteLength; block += 64) {
    const words = schedule(view, block);
    let [a, b, c, d, e, f, g, h] = hash as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    for (let t = 0; t < 64; t++) {
      const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const choice = (e & f) ^ (~e & g);
      const first = (h + sum1 + choice + (CONSTANTS[t] as number) + (words[t] as number)) | 0;
      const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      [a, b, c, d, e, f, g, h] = [(first + sum0 + majority) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => {
      hash[at] = (hash[at] as number) + word;
    });
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
