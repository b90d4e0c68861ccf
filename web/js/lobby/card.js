// A game on the shelf: its picture, what it asks of a player, and a big button.

import { sideName } from '../dom.js';
import { line } from '../line.js';
import { html, useState } from '../vendor/preact.js';
import { Choose, because, sit } from './seats.js';
import { atOnce, briefingOf, easiest, levelName, usual } from './shelf.js';

/** So many of five, as dots and in words. @param {{ title: string, number: number }} props */
const Dots = ({ title, number }) => html`<span class="dots" title="${title}: ${number} of 5">
  <span aria-hidden="true">${[1, 2, 3, 4, 5].map((n) => html`<i class=${n <= number ? 'on' : ''}></i>`)}</span>
  <span class="unseen">${number} of 5</span></span>`;

/** How long, how hard, how good alone. @param {{ briefing: Briefing | null }} props */
const Facts = ({ briefing }) => briefing && html`<dl class="facts">
  <div><dt>Length</dt><dd>${briefing.length}</dd></div>
  <div><dt>Complexity</dt><dd><${Dots} title="Complexity" number=${briefing.complexity} /></dd></div>
  <div><dt>Solitaire</dt><dd><${Dots} title="Fit for one player" number=${briefing.solitaire} /></dd></div>
</dl>`;

/** What can be done with a game. @param {{ game: Shelved, first?: boolean }} props */
function Ways({ game, first }) {
  const [choosing, setChoosing] = useState(false);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const quick = atOnce(game);
  const best = `computer:${usual(game.players)}`;
  const start = (/** @type {import('./seats.js').Seats} */ seats, guided = false) => {
    setBusy(true);
    sit(quick.request, seats, game.title, false, guided).catch((e) => { setBusy(false); setError(because(e)); });
  };
  const army = quick.side === 'union' ? 'Union' : 'Confederates';
  const versus = `You lead the ${army} against the ${levelName(usual(game.players)).toLowerCase()}.`;
  return html`<div class="ways">
    <button class="primary big" disabled=${busy} onClick=${() => start(/** @type {any} */ (quick.seats), first)}
      aria-label=${first ? `Play your first battle: ${game.title}` : `Play ${game.title}`}>
      ${first ? 'Play your first battle' : 'Play'}</button>
    ${!first && html`<button class="link" disabled=${busy} onClick=${() => start(/** @type {any} */ (quick.seats), true)}
      aria-label="Your first battle of ${game.title}, with a coach">Your first battle, with a coach</button>`}
    <p class="dim">${versus}</p>
    <p class="more"><button class="link" onClick=${() => setChoosing(true)}
      aria-label="${game.title}: choose side, scenario, set-up, options">Choose side, scenario, set-up, options</button>
      <button class="link" disabled=${busy} onClick=${() => start({ union: best, confederate: best })}
        aria-label="Watch two computers play ${game.title}">Watch two computers</button></p>
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${choosing && html`<${Choose} game=${game} close=${() => setChoosing(false)} />`}
  </div>`;
}

/** @param {{ game: Shelved, theme: string }} props */
export function Card({ game, theme }) {
  const scenario = easiest(game);
  return html`<article class="card">
    <img src=${line.at(`/api/games/${game.game}/picture.jpg?style=${theme}`)} alt="" loading="lazy" width="880" height="506" />
    <div class="card-body"><h2>${game.title}${game.year ? html`<span class="year">${game.year}</span>` : ''}</h2>
      <p class="sentence">${game.summary}</p><${Facts} briefing=${briefingOf(game, scenario.id)} />
      ${game.scenarios.length > 1 && html`<p class="dim scenarios">
        ${game.scenarios.length} scenarios; to begin with: ${scenario.title}.</p>`}
      <${Ways} game=${game} />
    </div></article>`;
}

/** The first game of a newcomer. @param {{ game: Shelved, theme: string }} props */
export function FirstGame({ game, theme }) {
  const scenario = easiest(game);
  const briefing = briefingOf(game, scenario.id);
  const { side } = atOnce(game);
  return html`<section class="first" aria-labelledby="first-title">
    <img src=${line.at(`/api/games/${game.game}/picture.jpg?style=${theme}`)} alt="" width="880" height="506" />
    <div class="first-body"><p class="kicker">New here? Your first battle</p>
      <h2 id="first-title">${scenario.title} <span class="year">${game.title}, ${game.year}</span></h2>
      ${briefing && html`<p>${briefing.story}</p><p><b>You are the ${sideName(side)}.</b> ${briefing[side]}</p>`}
      <${Ways} game=${game} first=${true} /><${Facts} briefing=${briefing} />
      <ul class="hints">
        <li>A coach explains each kind of decision when it first comes up; send him away whenever you like.</li>
        <li>Counters with a golden edge can act: click one, then a lit hex, or drag it there.</li>
        <li>In combat a red ring says who can be attacked; the odds and all results stand there before you commit.</li>
        <li>Anything refused says why.${' '}
          <span class="by-keys"><kbd>U</kbd> takes back, <kbd>F</kbd> finishes a phase, <kbd>G</kbd> asks for a hint.</span></li>
      </ul>
      <p class="more"><a class="button" href="#/school">Learn it first: lessons of a few minutes</a></p>
    </div></section>`;
}
