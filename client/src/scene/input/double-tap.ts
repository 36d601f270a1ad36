// Double taps where there is nothing to choose: they enlarge an area, or restore it.

const SOON = 350;
const NEAR = 32;

/** Calls `twice` with the area that was double-tapped. Returns a function that stops it. */
export function onDoubleTap(
  stage: HTMLElement,
  free: (event: PointerEvent) => boolean,
  twice: (area: string, x: number, y: number) => void,
): () => void {
  let first: { at: number; x: number; y: number } | undefined;
  const up = (event: PointerEvent) => {
    const area = (event.target as Element).closest<HTMLElement>("[data-area]")?.dataset.area;
    if (event.pointerType !== "touch" || area === undefined || !free(event)) {
      first = undefined;
      return;
    }
    const { timeStamp: at, clientX: x, clientY: y } = event;
    const again = first && at - first.at < SOON && Math.hypot(x - first.x, y - first.y) < NEAR;
    first = again ? undefined : { at, x, y };
    if (again) twice(area, x, y);
  };
  stage.addEventListener("pointerup", up);
  return () => stage.removeEventListener("pointerup", up);
}
