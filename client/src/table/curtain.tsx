// Between two players at one device: nobody sees the other's hand.

import { useEffect, useRef } from "preact/hooks";
import { Star } from "../parts/notice";
import { SeatSign } from "../parts/seat-sign";
import { texts } from "../texts";

export function Curtain({ name, seat, open }: { name: string; seat: number; open: () => void }) {
  const ready = useRef<HTMLButtonElement>(null);
  // Enter lifts it, wherever the focus was; only what is being written is not interrupted.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) ready.current?.focus();
  }, [seat]);
  return (
    <div class="curtain">
      <div class="card">
        <Star />
        <p class="lead">{texts.curtain.passTo}</p>
        <h1>
          <SeatSign seat={seat} size={26} /> {name}
        </h1>
        <p class="faint">{texts.curtain.hidden}</p>
        <button type="button" class="main large" ref={ready} onClick={open}>
          {texts.curtain.ready(name)}
        </button>
      </div>
    </div>
  );
}
