import { writeFile } from 'node:fs/promises'
import { rosette } from '#shared/engraving/guilloche.ts'
import type { RosetteShape } from '#shared/engraving/guilloche.ts'

// Draws the constant rosettes of covers and empty states as files for CSS masks: no page carries their lines, nor the arithmetic behind
// them.
//   node scripts/engraving.ts

await draw('engraving', 'copertina', { size: 600, rings: 4, hole: 0.42 })
await draw('rosette', 'vuoto', { size: 96, rings: 2, hole: 0.42 })

async function draw(name: string, seed: string, shape: RosetteShape): Promise<void> {
  const { size } = shape
  const rings = rosette(seed, shape).map(({ path, turns }, ring) => {
    const uses = turns
      .slice(1)
      .map((degrees) => `<use href="#r${ring}" transform="rotate(${degrees} ${size / 2} ${size / 2})"/>`)
    return `<path id="r${ring}" d="${path}"/>${uses.join('')}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" fill="none" stroke="#000" stroke-width=".6">${rings.join('')}</svg>\n`
  await writeFile(new URL(`../src/web/styles/${name}.svg`, import.meta.url), svg)
  console.log(`${name}.svg  ${svg.length} bytes`)
}
