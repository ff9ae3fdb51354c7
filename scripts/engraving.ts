import { writeFile } from 'node:fs/promises'
import { rosette } from '../src/web/ui/guilloche.ts'

// Draws the rosette of the covers once, as a file that CSS masks with: no page carries its lines.
//   node scripts/engraving.ts

const SIZE = 600
const rings = rosette('copertina', { size: SIZE, rings: 4, hole: 0.42 }).map(({ path, turns }, ring) => {
  const uses = turns
    .slice(1)
    .map((degrees) => `<use href="#r${ring}" transform="rotate(${degrees} ${SIZE / 2} ${SIZE / 2})"/>`)
  return `<path id="r${ring}" d="${path}"/>${uses.join('')}`
})
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" fill="none" stroke="#000" stroke-width=".6">${rings.join('')}</svg>\n`
await writeFile(new URL('../src/web/styles/engraving.svg', import.meta.url), svg)
console.log(`engraving.svg  ${svg.length} bytes`)
