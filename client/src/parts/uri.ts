/** Decodes a part of an address. Returns it unchanged if it is malformed. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
