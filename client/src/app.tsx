// The app: shows the page of the current route, and what is around every page.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { loadMe } from "./api";
import { HomePage } from "./home/page";
import { useKeys } from "./keys";
import { ConfirmSheet } from "./parts/confirm";
import { useFetched } from "./parts/hooks";
import { Notice } from "./parts/notice";
import { back, Link, route } from "./router";
import { change, dark, settings } from "./settings";
import { sheet } from "./sheets";
import { AccountSheet } from "./shell/account-sheet";
import { Header } from "./shell/header";
import { KeysSheet } from "./shell/keys-sheet";
import { SettingsSheet } from "./shell/settings-sheet";
import { TablePage } from "./table/page";
import { texts } from "./texts";

type Page = ComponentType<{ id: string }>;

/** Pages that are loaded only when they are opened. */
const LAZY_PAGES: Record<string, () => Promise<Page>> = {
  r: () => import("./replay/page").then((module) => module.ReplayPage),
  review: () => import("./replay/review-page").then((module) => module.ReviewPage),
  analysis: () => import("./replay/analysis-page").then((module) => module.AnalysisPage),
  g: () => import("./guide/page").then((module) => module.GuidePage),
  challenge: () => import("./home/challenge-page").then((module) => module.ChallengePage),
  learn: () => import("./learn/page").then((module) => module.LearnPage),
  puzzles: () => import("./puzzles/page").then((module) => module.PuzzlesPage),
  scores: () => import("./home/scores").then((module) => module.ScoresPage),
  matches: () => import("./home/matches").then((module) => module.MatchesPage),
  players: () => import("./home/player").then((module) => module.PlayerPage),
};

const RELOADED = "tilora.reloaded";

function LazyPage({ which, id }: { which: string; id: string }) {
  const page = useSignal<{ Page: Page } | undefined>(undefined);
  const failed = useSignal(false);
  useEffect(() => {
    let current = true;
    page.value = undefined;
    LAZY_PAGES[which]?.().then(
      (Page) => {
        sessionStorage.removeItem(RELOADED);
        if (current) page.value = { Page };
      },
      () => {
        // The person has left this page in the meantime.
        if (!current) return;
        // A newer server has other files: reload the page, but only once.
        if (sessionStorage.getItem(RELOADED)) failed.value = true;
        else {
          sessionStorage.setItem(RELOADED, which);
          location.reload();
        }
      },
    );
    return () => {
      current = false;
    };
  }, [which]);
  if (failed.value)
    return (
      <Notice title={texts.app.notLoaded}>
        <p>{texts.app.notLoadedWhy}</p>
        <button type="button" class="main" onClick={() => location.reload()}>
          {texts.common.tryAgain}
        </button>
      </Notice>
    );
  const Found = page.value?.Page;
  return Found ? <Found id={id} /> : <Notice title={texts.app.loading} busy />;
}

function Content() {
  const [which = "", id = ""] = route.value.path;
  if (which === "" || which === "new") return <HomePage game={which === "new" ? id : undefined} />;
  if (which === "t" && id) return <TablePage id={id} />;
  if (which in LAZY_PAGES) return <LazyPage which={which} id={id} />;
  return (
    <Notice title={texts.app.notFound}>
      <Link to="/" class="button main">
        {texts.common.home}
      </Link>
    </Notice>
  );
}

export function App() {
  useFetched(loadMe, []);
  const away = route.value.path.length > 0 && route.value.path[0] !== "t";
  useKeys([
    {
      key: "?",
      words: texts.app.keyHelp,
      press: () => (sheet.value = sheet.value === "help" ? "" : "help"),
    },
    { key: ",", words: texts.app.keySettings, press: () => (sheet.value = "settings") },
    { key: "q", words: texts.app.keySound, press: () => change({ sound: !settings.value.sound }) },
    {
      key: "t",
      words: texts.app.keyTheme,
      press: () => change({ theme: dark.value ? "light" : "dark" }),
    },
    {
      key: "Escape",
      words: texts.common.back,
      unlisted: !away,
      press: () => away && back(),
    },
  ]);
  return (
    <>
      <a class="to-content" href="#content">
        {texts.app.skipToContent}
      </a>
      <Header
        account={() => (sheet.value = "account")}
        settings={() => (sheet.value = "settings")}
        help={() => (sheet.value = "help")}
      />
      <main id="content" tabIndex={-1} class={`page-${route.value.path[0] ?? "home"}`}>
        <Content />
      </main>
      {sheet.value === "account" && <AccountSheet close={() => (sheet.value = "")} />}
      {sheet.value === "settings" && <SettingsSheet close={() => (sheet.value = "")} />}
      {sheet.value === "help" && <KeysSheet close={() => (sheet.value = "")} />}
      <ConfirmSheet />
    </>
  );
}
