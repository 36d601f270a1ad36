import { Segments } from "../parts/segments";
import { Sheet } from "../parts/sheet";
import { change, settings } from "../settings";
import { play } from "../sound";

/** How this person likes it, on this device. */
export function SettingsSheet({ close }: { close: () => void }) {
  const now = settings.value;
  return (
    <Sheet title="Settings" close={close}>
      <div class="fields">
        <Segments
          label="Light"
          value={now.theme}
          options={{ auto: "As the device", light: "Light", dark: "Dark" }}
          change={(theme) => change({ theme })}
        />
        <Segments
          label="Colours"
          value={now.palette}
          options={{ usual: "Usual", "colour-blind": "For the colour-blind" }}
          change={(palette) => change({ palette })}
        />
        <Segments
          label="Letters on pieces"
          value={now.letters ? "on" : "off"}
          options={{ off: "Off", on: "On" }}
          change={(letters) => change({ letters: letters === "on" })}
        />
        <Segments
          label="Sound"
          value={now.sound ? "on" : "off"}
          options={{ off: "Off", on: "On" }}
          change={(sound) => {
            change({ sound: sound === "on" });
            play("place");
          }}
        />
        <Segments
          label="Motion"
          value={`${now.speed}×`}
          options={{ "0×": "None", "0.6×": "Slow", "1×": "Usual", "2×": "Quick" }}
          change={(speed) => change({ speed: Number.parseFloat(speed) })}
        />
      </div>
    </Sheet>
  );
}
