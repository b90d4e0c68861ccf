// Sounds of our own, made when they are wanted: a drum, a volley, a die. Nothing is heard unless the settings say so.

import { settings } from './settings.js';

/** The same sound is not begun again within so many seconds: a turn told at once is no cannonade. */
const REST = 0.25;

/** @type {AudioContext | null} */
let context = null;
/** @type {Map<string, number>} when each was heard last */
const heard = new Map();

/**
 * A short burst of noise through a filter.
 * @param {AudioContext} ctx
 * @param {number} at
 * @param {{ long: number, loud: number, pitch: number, type?: BiquadFilterType }} how
 */
function noise(ctx, at, { long, loud, pitch, type = 'bandpass' }) {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * long), ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(ctx, { buffer });
  const filter = new BiquadFilterNode(ctx, { type, frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(new GainNode(ctx, { gain: loud })).connect(ctx.destination);
  source.start(at);
}

/** A beat on a skin that falls in pitch. @param {AudioContext} ctx @param {number} at @param {number} loud */
function beat(ctx, at, loud) {
  const tone = new OscillatorNode(ctx, { type: 'triangle', frequency: 190 });
  const gain = new GainNode(ctx, { gain: 0 });
  tone.frequency.setValueAtTime(190, at);
  tone.frequency.exponentialRampToValueAtTime(95, at + 0.14);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.18);
  tone.connect(gain).connect(ctx.destination);
  tone.start(at);
  tone.stop(at + 0.2);
  noise(ctx, at, { long: 0.07, loud: loud * 0.7, pitch: 2600 });
}

/** @type {Record<'drum' | 'volley' | 'die', (ctx: AudioContext, at: number) => void>} */
const SOUNDS = {
  // The long roll: a roll that swells, and two beats.
  drum: (ctx, at) => {
    for (let i = 0; i < 14; i++) beat(ctx, at + i * 0.045, 0.05 + i * 0.008);
    beat(ctx, at + 0.72, 0.3);
    beat(ctx, at + 0.9, 0.3);
  },
  volley: (ctx, at) => {
    for (let i = 0; i < 12; i++) noise(ctx, at + Math.random() * 0.35, { long: 0.12, loud: 0.22, pitch: 900 + Math.random() * 1500 });
    noise(ctx, at + 0.1, { long: 0.9, loud: 0.25, pitch: 220, type: 'lowpass' });
  },
  die: (ctx, at) => {
    for (const [i, gap] of [0, 0.11, 0.2, 0.27, 0.32].entries()) noise(ctx, at + gap,
      { long: 0.035, loud: 0.3 - i * 0.04, pitch: 3200 - i * 250 });
  },
};

/** Plays a sound, if sounds are wanted. @param {'drum' | 'volley' | 'die'} what */
export function play(what) {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  try {
    context ??= new AudioContext();
    void context.resume();
    if (context.currentTime - (heard.get(what) ?? -REST) < REST) return;
    heard.set(what, context.currentTime);
    SOUNDS[what](context, context.currentTime + 0.02);
  } catch { /* a browser that is mute */ }
}
