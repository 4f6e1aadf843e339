/** @file The table's own screen, pixel for pixel, from the bits it shows. */

const WIDTH = 128;
const HEIGHT = 64;
const LIT = [236, 244, 255, 255];
const DARK = [0, 0, 0, 255];

/**
 * @param {string} base64 1,024 bytes, row by row from the top, the leftmost pixel of eight in the highest bit
 * @returns {Uint8ClampedArray} red, green, blue and opacity of each pixel
 */
export function pixelsOf(base64) {
  const bytes = atob(base64);
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  for (let index = 0; index < WIDTH * HEIGHT; index += 1) {
    const lit = (bytes.charCodeAt(index >> 3) >> (7 - (index & 7))) & 1;
    pixels.set(lit ? LIT : DARK, index * 4);
  }
  return pixels;
}

/**
 * @param {HTMLCanvasElement} canvas of 128 x 64
 * @param {string} base64
 */
export function showOled(canvas, base64) {
  canvas.getContext('2d')?.putImageData(new ImageData(pixelsOf(base64), WIDTH, HEIGHT), 0, 0);
}
