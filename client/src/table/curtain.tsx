// The curtain between two players at one device, so that neither sees the other's hand.

import { useEffect, useRef } from "preact/hooks";
import { Star } from "../parts/notice";
import { SeatSign } from "../parts/seat-sign";
import { texts } from "../texts";

interface CurtainProps {
  game: string;
  name: string;
  seat: number;
  open: () => void;
}

export function Curtain({ game, name, seat, open }: CurtainProps) {
  const ready = useRef<HTMLButtonElement>(null);
  // Focus the button, so that Enter lifts the curtain, but do not interrupt typing.
  useEffect(() => {
    if (!(document.activeElement instanceof HTMLInputElement)) ready.current?.focus();
  }, [seat]);
  return (
    <div class="curtain">
      <div class="card">
        <Star />
        <p class="lead">{texts.curtain.passTo}</p>
        <h1>
          <SeatSign game={game} seat={seat} size={26} /> {name}
        </h1>
        <p class="faint">{texts.curtain.hidden}</p>
        <button type="button" class="main large" ref={ready} onClick={open}>
          {texts.curtain.ready(name)}
        </button>
      </div>
    </div>
  );
}
