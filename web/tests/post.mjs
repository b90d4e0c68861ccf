// Where a test catches what a house sends: a server for mail, and a push service whose messages it can read (RFC 8291).

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { createServer as listen } from 'node:net';

/** What has come, and who waits for more. */
function box() {
  /** @type {any[]} */
  const came = [];
  /** @type {(() => void)[]} */
  let ears = [];
  return {
    came,
    put: (/** @type {any} */ one) => { came.push(one); ears.forEach((ear) => ear()); },
    /** The first one that is so; it is taken out. @param {(one: any) => boolean} is @param {string} what */
    async next(is, what) {
      const until = Date.now() + 30_000;
      for (;;) {
        const at = came.findIndex(is);
        if (at >= 0) return came.splice(at, 1)[0];
        if (Date.now() > until) throw new Error(`${what} did not come; what came: ${JSON.stringify(came)}`);
        await new Promise((done) => { ears.push(() => done(undefined)); setTimeout(done, 1000); });
        ears = [];
      }
    },
  };
}

const opened = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));

/** A port that nobody uses just now. */
export async function freePort() {
  const server = listen();
  const port = await opened(server);
  await new Promise((done) => server.close(done));
  return port;
}

/** A mail as it is read: its subject, its text, and to whom it was sent. @param {string} raw @param {string} to */
function readMail(raw, to) {
  const [head, ...rest] = raw.split('\r\n\r\n');
  const text = rest.join('\r\n\r\n').replaceAll('=\r\n', '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const subject = head.replaceAll('\r\n ', ' ').match(/^Subject: (.*)$/m)?.[1] ?? '';
  return { to, subject, text, head };
}

/** A server for mail that takes everything. */
export async function mailSink() {
  const { next, put, came } = box();
  const server = listen((socket) => {
    let heard = '';
    let data = false;
    let to = '';
    socket.on('error', () => {});
    socket.write('220 sink\r\n');
    socket.on('data', (piece) => {
      heard += piece;
      for (;;) {
        const end = heard.indexOf(data ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = heard.slice(0, end);
        heard = heard.slice(end + (data ? 5 : 2));
        if (data) {
          put(readMail(line, to));
          data = false;
          socket.write('250 taken\r\n');
        } else if (/^RCPT/i.test(line)) {
          to = line.match(/<(.*)>/)?.[1] ?? '';
          socket.write('250 fine\r\n');
        } else if (/^DATA/i.test(line)) {
          data = true;
          socket.write('354 go on\r\n');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 fine\r\n');
      }
    });
  });
  const port = await opened(server);
  return { port, came, close: () => server.close(),
    next: (/** @type {string} */ to, /** @type {RegExp} */ words) => next((mail) => mail.to === to && words.test(mail.text), `mail to ${to}: ${words}`) };
}

const expand = (key, salt, info, length) => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** The house's word that it is the sender (RFC 8292). @param {string} header @param {string} origin */
function checkWord(header, origin) {
  const [, token, key] = header.match(/^vapid t=([\w.-]+), k=([\w-]+)$/) ?? [];
  assert.ok(token && key, `who sends: ${header}`);
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  const [head, claims, signature] = token.split('.');
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url')), 'the word is signed');
  assert.equal(JSON.parse(String(Buffer.from(claims, 'base64url'))).aud, origin);
  return key;
}

/** A push service with one browser: what a browser would answer (`subscription`), and the messages, read. */
export async function pushService() {
  const { next, put } = box();
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  let origin = '';
  const open = (/** @type {Buffer} */ body) => {
    const salt = body.subarray(0, 16);
    const theirs = body.subarray(21, 21 + body[20]);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
    const secret = expand(own.computeSecret(theirs), auth, info, 32);
    const record = body.subarray(21 + body[20]);
    const cipher = createDecipheriv('aes-128-gcm', expand(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      expand(secret, salt, 'Content-Encoding: nonce\0', 12));
    cipher.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    return String(plain.subarray(0, plain.lastIndexOf(2)));
  };
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    request.on('end', () => {
      try {
        const key = checkWord(request.headers.authorization ?? '', origin);
        assert.equal(request.headers['content-encoding'], 'aes128gcm');
        const text = open(Buffer.concat(pieces));
        put({ text, key, ...JSON.parse(text) });
        response.writeHead(201).end();
      } catch (error) {
        put({ body: String(error), error });
        response.writeHead(400).end();
      }
    });
  });
  origin = `http://127.0.0.1:${await opened(server)}`;
  return {
    subscription: { endpoint: `${origin}/push/1`, keys: { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') } },
    next: (/** @type {RegExp} */ words) => next((message) => words.test(message.body), `a push message: ${words}`),
    close: () => server.close(),
  };
}
