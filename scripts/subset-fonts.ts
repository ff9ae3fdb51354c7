import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

// Cuts the two faces to what an Italian page needs, once: the files are committed. Run again after a change of the
// character set, the axes or the font packages:  node scripts/subset-fonts.ts
// Each face has two files: the first holds the interface and every Italian word, the second the letters of other
// people's names. Their `unicode-range` (printed at the end, kept in styles/fonts.css) loads the second one only
// where such a name stands on the page.

const require = createRequire(import.meta.url)
const target = new URL('../src/web/styles/fonts/', import.meta.url)

const ascii = range(0x20, 0x7e)
const italian = ascii + '\u00a0àèéìíòóùÀÈÉÌÍÒÓÙ' + '«»“”‘’–—…·×•©™ªº°±' + '€£§\u2212\u202f'
// Bodoni sets titles, figures and names only.
const title = ascii + '\u00a0àèéìòùÀÈÉÌÒÙ' + '’“”–…·ªº€\u2212'
const latin = range(0xa1, 0x17f) + range(0x218, 0x21b) + 'ẞ€'

interface Cut {
  pack: string
  file: string
  name: string
  text: string
  axes: Record<string, number | { min: number; max: number }>
}

const archivo = { wght: { min: 400, max: 600 }, wdth: { min: 92, max: 100 } }
const bodoni = { opsz: 11, wght: { min: 500, max: 600 } }
const cuts: Cut[] = [
  { pack: 'archivo', file: 'archivo-latin-standard-normal', name: 'archivo', text: italian, axes: archivo },
  { pack: 'bodoni-moda', file: 'bodoni-moda-latin-opsz-normal', name: 'bodoni', text: title, axes: bodoni },
]
const rest = [
  {
    pack: 'archivo',
    file: 'archivo-latin-standard-normal',
    name: 'archivo-latin-ext-west',
    text: without(latin, italian),
    axes: archivo,
  },
  {
    pack: 'archivo',
    file: 'archivo-latin-ext-standard-normal',
    name: 'archivo-latin-ext-east',
    text: range(0x100, 0x24f),
    axes: archivo,
  },
  {
    pack: 'bodoni-moda',
    file: 'bodoni-moda-latin-opsz-normal',
    name: 'bodoni-latin-ext-west',
    text: without(latin, title),
    axes: bodoni,
  },
  {
    pack: 'bodoni-moda',
    file: 'bodoni-moda-latin-ext-opsz-normal',
    name: 'bodoni-latin-ext-east',
    text: range(0x100, 0x24f),
    axes: bodoni,
  },
]

for (const { pack, file, name, text, axes } of [...cuts, ...rest]) {
  const subset = await cut(pack, file, text, 'woff2', axes)
  await writeFile(new URL(`${name}.woff2`, target), subset)
  console.log(`${name}.woff2  ${subset.length} bytes  unicode-range: ${unicodeRange(text)}`)
}

// Images made on the server (`features/showcases/server/og`) take one weight and one letter set a file, and woff alone.
const drawn: Omit<Cut, 'text'>[] = [
  { pack: 'bodoni-moda', file: 'bodoni-moda-%-opsz-normal', name: 'bodoni-500', axes: { opsz: 11, wght: 500 } },
  { pack: 'archivo', file: 'archivo-%-standard-normal', name: 'archivo-400', axes: { wght: 400, wdth: 100 } },
  { pack: 'archivo', file: 'archivo-%-standard-normal', name: 'archivo-600', axes: { wght: 600, wdth: 100 } },
]
const images = new URL('../src/features/showcases/server/og/fonts/', import.meta.url)
for (const { pack, file, name, axes } of drawn) {
  for (const [set, text] of [
    ['latin', ascii + latin + italian],
    ['latin-ext', range(0x100, 0x24f)],
  ] as const) {
    const subset = await cut(pack, file.replace('%', set), text, 'woff', axes)
    await writeFile(new URL(`${name}-${set}.woff`, images), subset)
    console.log(`${name}-${set}.woff  ${subset.length} bytes`)
  }
}

async function cut(
  pack: string,
  file: string,
  text: string,
  targetFormat: 'woff' | 'woff2',
  variationAxes: Cut['axes'],
): Promise<Uint8Array> {
  const home = dirname(require.resolve(`@fontsource-variable/${pack}/package.json`))
  const whole = await readFile(join(home, 'files', `${file}.woff2`))
  return subsetFont(whole, text, { targetFormat, variationAxes })
}

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

function without(text: string, taken: string): string {
  return Array.from(text)
    .filter((character) => !taken.includes(character) && character.codePointAt(0)! < 0x100)
    .join('')
}

/** The CSS `unicode-range` of a text: neighbouring code points joined. */
function unicodeRange(text: string): string {
  const points = [...new Set(Array.from(text, (character) => character.codePointAt(0)!))].toSorted((a, b) => a - b)
  const parts: [number, number][] = []
  for (const point of points) {
    const last = parts.at(-1)
    if (last !== undefined && point === last[1] + 1) last[1] = point
    else parts.push([point, point])
  }
  const hex = (point: number) => point.toString(16).toUpperCase()
  return parts.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ')
}
