import { Segments } from "../parts/segments";
import { Sheet } from "../parts/sheet";
import { change, settings } from "../settings";
import { play } from "../sound";
import { texts } from "../texts";

/** The settings of this device. */
export function SettingsSheet({ close }: { close: () => void }) {
  const now = settings.value;
  return (
    <Sheet title={texts.settings.title} close={close}>
      <div class="fields">
        <Segments
          label={texts.settings.theme}
          value={now.theme}
          options={texts.settings.themes}
          change={(theme) => change({ theme })}
        />
        <Segments
          label={texts.settings.palette}
          value={now.palette}
          options={texts.settings.palettes}
          change={(palette) => change({ palette })}
        />
        <Segments
          label={texts.settings.letters}
          value={now.letters ? "on" : "off"}
          options={{ off: texts.common.off, on: texts.common.on }}
          change={(letters) => change({ letters: letters === "on" })}
        />
        <Segments
          label={texts.settings.sound}
          value={now.sound ? "on" : "off"}
          options={{ off: texts.common.off, on: texts.common.on }}
          change={(sound) => {
            change({ sound: sound === "on" });
            play("place");
          }}
        />
        <Segments
          label={texts.settings.motion}
          value={`${now.speed}×`}
          options={texts.settings.motions as Record<string, string>}
          change={(speed) => change({ speed: Number.parseFloat(speed) })}
        />
      </div>
    </Sheet>
  );
}
