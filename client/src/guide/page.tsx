// The guide of a game, with pictures drawn like scenes at the table.

import { getOnce } from "../api";
import { useFetched, useTitle } from "../parts/hooks";
import { inlineMarkdown } from "../parts/inline-markdown";
import { Notice } from "../parts/notice";
import type { Guide, Scene, Section } from "../protocol";
import { Link } from "../router";
import { AreaDrawing } from "../scene/draw/area";
import { artOf } from "../scene/draw/art";
import { texts } from "../texts";

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

function Part({ part, game }: { part: Section["parts"][number]; game: string }) {
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

export function GuidePage({ id }: { id: string }) {
  const guide = useFetched(() => getOnce<Guide>(`/api/games/${encodeURIComponent(id)}/guide`), [id]).value;
  useTitle(guide.value ? texts.common.howToPlayGame(guide.value.title) : texts.common.howToPlay);
  if (guide.error) return <Notice title={texts.guide.none}>{guide.error}</Notice>;
  if (!guide.value) return <Notice title={texts.guide.loading} busy />;
  return (
    <article class="page guide">
      <header class="row wrap">
        <h1 class="grow">{guide.value.title}</h1>
        <Link to={`/new/${id}`} class="button main">
          {texts.common.play}
        </Link>
      </header>
      {guide.value.sections.map((section) => (
        <section key={section.title}>
          <h2>{section.title}</h2>
          {section.parts.map((part, index) => (
            <Part key={index} part={part} game={id} />
          ))}
        </section>
      ))}
    </article>
  );
}
