// The parts of a guide: paragraphs, lists, tables, and pictures drawn like scenes at the table.

import { inlineMarkdown } from "../../parts/inline-markdown";
import type { Scene, Section } from "../../protocol";
import { AreaDrawing } from "./area";
import { artOf } from "./art";

function Picture({ game, caption, scene }: { game: string; caption: string; scene: Scene }) {
  const art = artOf(game);
  return (
    <figure>
      <div class="figure-areas">
        {scene.areas.map((area) => (
          <AreaDrawing key={area.id} area={area} art={art} />
        ))}
      </div>
      <figcaption>{inlineMarkdown(caption)}</figcaption>
    </figure>
  );
}

export function GuidePart({ part, game }: { part: Section["parts"][number]; game: string }) {
  if (part.part === "picture") return <Picture game={game} caption={part.caption} scene={part.scene} />;
  if (part.part === "paragraph") return <p>{inlineMarkdown(part.text)}</p>;
  if (part.part === "items") {
    return (
      <ul>
        {part.items.map((item, index) => (
          <li key={index}>{inlineMarkdown(item)}</li>
        ))}
      </ul>
    );
  }
  const [head = [], ...rows] = part.rows;
  return (
    <div class="scroll-x">
      <table class="list">
        <thead>
          <tr>
            {head.map((cell, index) =>
              cell ? (
                <th key={index} scope="col">
                  {inlineMarkdown(cell)}
                </th>
              ) : (
                <td key={index} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index}>{inlineMarkdown(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
