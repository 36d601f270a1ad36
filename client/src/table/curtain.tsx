// Between two players at one device: nobody sees the other's hand.

import { Star } from "../parts/feedback";
import { Sign } from "../parts/signs";

export function Curtain({ name, seat, open }: { name: string; seat: number; open: () => void }) {
  return (
    <div class="curtain">
      <div class="card">
        <Star />
        <p class="lead">Hand the device to</p>
        <h1>
          <Sign seat={seat} size={26} /> {name}
        </h1>
        <p class="faint">Hands are hidden until you are ready.</p>
        <button type="button" class="main large" autofocus onClick={open}>
          I am {name}
        </button>
      </div>
    </div>
  );
}
