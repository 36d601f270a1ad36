// The guide of a game, with pictures drawn like scenes at the table.

import { getOnce } from "../api";
import { useFetched, useTitle } from "../parts/hooks";
import { Notice } from "../parts/notice";
import type { Guide } from "../protocol";
import { Link } from "../router";
import { GuidePart } from "../scene/draw/guide-part";
import { texts } from "../texts";

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
            <GuidePart key={index} part={part} game={id} />
          ))}
        </section>
      ))}
    </article>
  );
}
