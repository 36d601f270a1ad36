/** A part of an address as people write it; what was mangled on its way stays as it is, and leads nowhere. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
