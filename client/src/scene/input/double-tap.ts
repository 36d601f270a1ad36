// Two taps at one place, where there is nothing to choose: larger, or as it was.

const SOON = 350;
const NEAR = 32;

/** Calls `twice` for the area that was tapped twice. Returns how to stop that. */
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
