// A game in a link: the save itself, or what a seat sees, stands in the fragment, compressed, which no server ever sees.

/** The longest fragment that is made or looked at, and the longest save that may come out of one. */
const LONGEST = 200_000;
const UNPACKED = 8 << 20;

/** @param {Blob} blob @param {GenericTransformStream} through */
const piped = (blob, through) => blob.stream().pipeThrough(/** @type {ReadableWritablePair} */ (through));

/** @param {Uint8Array} bytes */
function written(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** A save or a view as a text for a fragment; nothing if it is too long. @param {unknown} save @returns {Promise<string | null>} */
export async function packed(save) {
  const small = piped(new Blob([JSON.stringify(save)]), new CompressionStream('deflate-raw'));
  const text = written(new Uint8Array(await new Response(small).arrayBuffer()));
  return text.length <= LONGEST ? text : null;
}

/** What unpacks to more than a save may be is not unpacked further. @param {ReadableStream<Uint8Array>} stream */
async function limited(stream) {
  const pieces = [];
  let length = 0;
  const reader = stream.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    length += piece.value.length;
    if (length > UNPACKED) {
      void reader.cancel();
      throw new Error('too long');
    }
    pieces.push(piece.value);
  }
  return new Blob(pieces).text();
}

/**
 * What a fragment holds, if it is what is wanted.
 * @param {string} text
 * @param {(found: any) => boolean} wanted
 * @param {string} otherwise
 * @returns {Promise<any>}
 */
export async function unpackedAs(text, wanted, otherwise) {
  const refused = new Error(otherwise);
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw refused;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const found = JSON.parse(await limited(piped(new Blob([bytes]), new DecompressionStream('deflate-raw'))));
    if (wanted(found)) return found;
  } catch { /* said below */ }
  throw refused;
}

/** The save in a fragment. Whoever wrote it, what it holds is checked by the rules like any save. @param {string} text */
export const unpacked = (text) => unpackedAs(text, (save) => typeof save?.game === 'string',
  'this link holds no game: it was cut short, or is not of Longroll');

/** The link to a place that holds this; nothing if it is too long. @param {'game' | 'view'} place @param {unknown} content */
export async function linkTo(place, content) {
  const text = await packed(content);
  return text && `${location.href.replace(/#.*$/, '')}#/${place}/${text}`;
}
