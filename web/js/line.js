// The line to the tables: a server's, or that to the page's own worker. Both have the same interface; the page says which it is.

/**
 * What a line to a table does: as much of a WebSocket as is used.
 * @typedef {object} Wire
 * @property {(() => void) | null} onopen
 * @property {((message: { data: string }) => void) | null} onmessage
 * @property {(() => void) | null} onclose
 * @property {number} readyState
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/**
 * @typedef {object} Line
 * @property {boolean} friends  whether a friend can come by a link
 * @property {() => Wire} open  a line to a table
 * @property {(address: string) => string} at  where a picture, a font or a drawing lies
 * @property {(address: string) => Promise<any>} get
 * @property {(address: string) => Promise<string>} text  a drawing
 * @property {(address: string, body: unknown) => Promise<any>} post
 */

/** Whether this page is its own house. */
export const alone = globalThis.document?.documentElement.dataset.line === 'page';

/** @type {Line} */
export const line = alone ? await import('./line/page.js') : await import('./line/server.js');
