// The school: the courses of all games, what is done of them, and where to go on.

import { getJson } from '../dom.js';
import { Icon } from '../side/icons.js';
import { html, render, useEffect, useState } from '../vendor/preact.js';
import { begunAt, isDone, nextOf } from './done.js';
import { takeLesson } from './take.js';

/** @param {unknown} error */
const because = (error) => /** @type {Error} */ (error).message;

/** @param {{ course: Course, card: LessonCard, number: number, fail: (text: string) => void }} props */
function Row({ course, card, number, fail }) {
  const done = isDone(course.game, card.lesson);
  const begun = begunAt(course.game, card.lesson);
  const take = () => {
    if (begun) location.hash = `#/table/${begun}`;
    else takeLesson(course.game, card.lesson).catch((e) => fail(because(e)));
  };
  return html`<li class=${done ? 'done' : ''}><button class="lesson-card" onClick=${take}>
    <span class="number" aria-hidden="true">${done ? html`<${Icon} name="result" />` : number}</span>
    <span class="what"><b>${card.title}</b><small>${card.teaches}</small></span>
    <span class="minutes">${begun ? 'go on' : done ? 'done' : `${card.minutes} min`}</span></button></li>`;
}

/** @param {{ course: Course, fail: (text: string) => void }} props */
function CourseView({ course, fail }) {
  const done = course.lessons.filter((l) => isDone(course.game, l.lesson)).length;
  const next = nextOf(course);
  return html`<section class="course" aria-labelledby="course-${course.game}">
    <header><h2 id="course-${course.game}">${course.title} ${
      course.title.includes(String(course.year)) ? '' : html`<span class="year">${course.year}</span>`}</h2>
      <p class="dim">${done} of ${course.lessons.length} done</p></header>
    <ol>${course.lessons.map((card, i) => html`
      <${Row} key=${card.lesson} course=${course} card=${card} number=${i + 1} fail=${fail} />`)}</ol>
    ${next && html`<button class="primary" onClick=${() => takeLesson(course.game, next.lesson).catch((e) => fail(because(e)))}>
      ${done > 0 ? 'Go on' : 'Begin'}: ${next.title}</button>`}
  </section>`;
}

function School() {
  const [courses, setCourses] = useState(/** @type {Course[]} */ ([]));
  const [error, setError] = useState('');
  useEffect(() => { getJson('/api/lessons').then((list) => setCourses(list.filter((/** @type {Course} */ c) => c.lessons.length > 0)),
    (e) => setError(because(e))); }, []);
  return html`<div class="lobby school">
    <header><h1>The school</h1><p>Learn a game by playing it: a few minutes each, on the real map, by the real rules.</p>
      <nav aria-label="More"><a class="button" href="#/puzzles">Puzzles</a>
        ${' '}<a class="button quiet" href="#/">To the lobby</a></nav></header>
    <main aria-busy=${courses.length === 0 && !error ? 'true' : undefined}>
      ${error && html`<p class="error" role="alert">${error}</p>`}
      ${courses.map((course) => html`<${CourseView} key=${course.game} course=${course} fail=${setError} />`)}
    </main></div>`;
}

/** Opens the school; what comes back closes it. @param {HTMLElement} root */
export function school(root) {
  document.title = 'Longroll: the school';
  root.replaceChildren();
  const place = root.appendChild(document.createElement('div'));
  place.className = 'lobby-root';
  render(html`<${School} />`, place);
  return () => render(null, place);
}
