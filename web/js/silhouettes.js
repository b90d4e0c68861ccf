// The arms as silhouettes, for whoever does not read map symbols: in a box of 21 by 12.2 units about the origin.

/** A soldier who stands at x with his musket at the shoulder. @param {number} x */
const soldier = (x) => `M${x - 1.3}-6.1h2.4v.8h.7v.9h-.5v1.3h-2.5z`
  + `M${x - 1.7}-2.8h3.3l.3 4.3h-.8v4.6h-1.2l-.3-3.7-.3 3.7h-1.2v-4.6h-.6zM${x + 2.1}-6.4h.6v8.2h-.6z`;

/** A horse, its rider and his cap, as corners. */
const RIDER = [
  '-9.5,2.6 -8.6,-.6 -6.6,-1.8 -.6,-1.7 2.4,-4.6 4.6,-6.1 5.4,-5.5 8.1,-3.2 7.2,-2.2 5,-3 4.2,.2 6.8,2.6 6,6.1 4.9,6.1 5.2,3.2 2.4,1.7 '
    + '2.2,6.1 1,6.1 .9,1.6 -3.6,1.6 -5.8,3.2 -5.2,6.1 -6.4,6.1 -7.3,3 -6.6,.9 -7.8,.2',
  '-2.6,-1.6 -2.2,-4.2 .4,-4.2 .6,-1.6',
  '-1.9,-4.5 -1.9,-6.6 .3,-6.6 .3,-4.5',
];

/** A horse with its rider, about x, so large, with its feet on the ground. @param {number} x @param {number} k */
function rider(x, k) {
  const corner = (/** @type {string} */ text) => {
    const [px, py] = text.split(',').map(Number);
    return `${(x + px * k).toFixed(2)} ${(6.1 + (py - 6.1) * k).toFixed(2)}`;
  };
  return RIDER.map((shape) => `M${shape.split(' ').map(corner).join('L')}z`).join('');
}

/** A gun on its wheel, about x. @param {number} x */
const gun = (x) => `M${x - 5.5}-2.7l14-3.3.5 2.1-13.8 3.4z`
  + `M${x - 1.5}-2.2a4.1 4.1 0 1 1-.01 0zm0 1.3a2.8 2.8 0 1 0 .01 0zm-.5 1.8h1v2h-1z`
  + `M${x - 4} .6l-6.3 4.6.6.9 6.9-4.4z`;

/** @type {Partial<Record<PieceKind, string>>} */
export const SILHOUETTES = {
  infantry: soldier(-6.5) + soldier(-0.2) + soldier(6.1),
  brigade: soldier(-8.3) + soldier(-4.2) + soldier(-0.1) + soldier(4) + soldier(8.1),
  skirmisher: soldier(-5) + soldier(4),
  cavalry: rider(0.5, 1),
  artillery: gun(1),
  'horse-artillery': gun(3) + rider(-6.5, 0.55),
};
