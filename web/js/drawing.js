// The drawing of a board as an image. An image cannot see the fonts of the page, so they travel inside it.

import { line } from './line.js';

/** @type {Promise<string> | undefined} */
let faces;

/** The style sheet of our fonts with the fonts themselves in it. */
function fonts() {
  faces ??= (async () => {
    const sheet = await fetch('fonts.css').then((r) => r.text());
    const addresses = [...sheet.matchAll(/url\(([^)]+)\)/g)].map((found) => found[1]);
    const inlined = await Promise.all(addresses.map((address) => fetch(address).then((r) => r.blob()).then(asAddress)));
    return addresses.reduce((text, address, i) => text.replace(address, inlined[i]), sheet);
  })();
  // What could not be fetched once may be fetched another time.
  faces.catch(() => { faces = undefined; });
  return faces;
}

/** @param {Blob} blob @returns {Promise<string>} */
const asAddress = (blob) => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.onload = () => done(String(reader.result));
  reader.onerror = () => failed(reader.error);
  reader.readAsDataURL(blob);
});

/** Where a drawing lies with our fonts in it; whoever asks throws it away. @param {string} text @returns {Promise<string>} */
export async function withFonts(text) {
  const css = await fonts();
  return URL.createObjectURL(new Blob([text.replace('</defs>', `</defs><style>${css}</style>`)], { type: 'image/svg+xml' }));
}

/**
 * A board in a theme, ready to be drawn at any size.
 * @param {string} id
 * @param {string} theme
 * @returns {Promise<HTMLImageElement>}
 */
export async function drawing(id, theme) {
  const [text] = await Promise.all([line.text(`/api/boards/${id}.svg?style=${theme}&targets=no`), fonts()]);
  const address = await withFonts(text);
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  return image;
}
