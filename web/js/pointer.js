// The hand on the map: what mouse, pen and fingers do to it.

/** How far a finger may tremble and still tap. */
const TREMBLE = 6;
/** How long a finger rests to ask what lies there. */
const PRESS = 450;

/** @param {import('./board.js').Board} view */
export function wire(view) {
  const element = view.element;
  /** @type {{ x: number, y: number } | undefined} */
  let start;
  /** @type {Map<number, { x: number, y: number }>} */
  const down = new Map();
  let moved = false;
  /** @type {number | null} the finger that carries a counter */
  let carrier = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let press;
  let pressed = false;
  /** @type {{ hex: string | null, piece: string | null }} */
  let under = { hex: null, piece: null };
  let spread = 0;
  element.addEventListener('wheel', (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), event.clientX, event.clientY);
  }, { passive: false });
  element.addEventListener('pointerdown', (event) => {
    if (event.button > 1) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    clearTimeout(press);
    if (down.size === 1) {
      moved = false;
      pressed = false;
      carrier = null;
      start = { x: event.clientX, y: event.clientY };
      under = { hex: view.hexUnder(event), piece: view.pieceUnder(event) };
      // A finger that rests asks what lies there, and taps no more.
      if (event.pointerType === 'touch') press = setTimeout(() => { pressed = true; view.hand.press(under.hex, event); }, PRESS);
    } else {
      // Two fingers move the map and tap nothing.
      moved = true;
      view.hand.point(null, null, null);
    }
    spread = 0;
  });
  element.addEventListener('pointermove', (event) => {
    const last = down.get(event.pointerId);
    if (!last) {
      view.hand.point(view.hexUnder(event), view.pieceUnder(event), event);
      return;
    }
    if (!moved && start && Math.hypot(event.clientX - start.x, event.clientY - start.y) < TREMBLE && down.size === 1) return;
    if (!moved) {
      moved = true;
      clearTimeout(press);
      element.setPointerCapture(event.pointerId);
      view.hand.point(null, null, null);
      if (view.hand.grab(under.hex, under.piece, event)) carrier = event.pointerId;
      else element.classList.add('dragging');
      view.fan(null);
    }
    if (carrier !== null) {
      if (carrier === event.pointerId) view.hand.drag(view.hexUnder(event), event);
      return;
    }
    if (down.size === 1) view.pan(event.clientX - last.x, event.clientY - last.y);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 2) {
      const [a, b] = [...down.values()];
      const now = Math.hypot(a.x - b.x, a.y - b.y);
      if (spread > 0) view.zoom(now / spread, (a.x + b.x) / 2, (a.y + b.y) / 2);
      spread = now;
    }
  });
  const up = (/** @type {PointerEvent} */ event) => {
    const was = down.delete(event.pointerId);
    if (down.size === 0) element.classList.remove('dragging');
    clearTimeout(press);
    if (carrier === event.pointerId) {
      carrier = null;
      view.hand.drop(event.type === 'pointerup' ? view.hexUnder(event) : null, event);
    } else if (was && !moved && !pressed && event.type === 'pointerup') view.hand.tap(view.hexUnder(event), view.pieceUnder(event), event);
    spread = 0;
  };
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  // A finger that is lifted leaves too, but what it asked for stays.
  element.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') view.hand.point(null, null, null); });
  /** @type {DOMRect | null} */
  let was = null;
  let size = '';
  new ResizeObserver(() => {
    // The map stays where it is on the screen when something opens beside it; in a window of another size its middle stays the middle.
    const box = element.getBoundingClientRect();
    const window = `${innerWidth} ${innerHeight}`;
    if (was && window === size) {
      view.x -= box.left - was.left;
      view.y -= box.top - was.top;
      // What closes beside it leaves no bare table behind.
      if (box.height > was.height || box.width > was.width) [view.x, view.y] = view.filled(view.x, view.y);
    } else if (was) {
      view.x += (box.width - was.width) / 2;
      view.y += (box.height - was.height) / 2;
    }
    [was, size] = [box, window];
    view.place();
  }).observe(element);
}
