import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { browserArgs, findBrowser } from './browser.ts'

// Draws every country's flag once at three times the size it has on a page (20 × 15) into public/flags: a coat of arms
// weighs up to 180 kB as SVG and under 2 kB like this. The files are committed. Run again after a new flag-icons:
//   node scripts/flags.ts

const WIDTH = 60
const HEIGHT = 45

const require = createRequire(import.meta.url)
const source = join(dirname(require.resolve('flag-icons/package.json')), 'flags', '4x3')
const target = new URL('../public/flags/', import.meta.url)
await mkdir(target, { recursive: true })

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArgs() })
const page = await browser.newPage()
let bytes = 0
const files = (await readdir(source)).filter((file) => /^[a-z]{2}\.svg$/.test(file))
for (const file of files) {
  const svg = await readFile(join(source, file), 'base64')
  const drawn = await page.evaluate<string>(drawing(svg))
  const image = Buffer.from(drawn.split(',')[1] ?? '', 'base64')
  await writeFile(new URL(file.replace('.svg', '.webp'), target), image)
  bytes += image.length
}
await browser.close()
console.log(`${files.length} flags, ${bytes} bytes`)

/** The page's script, as text: this file's own world has no DOM. */
function drawing(svg: string): string {
  return `(async () => {
    const image = new Image(${WIDTH}, ${HEIGHT})
    image.src = 'data:image/svg+xml;base64,${svg}'
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: ${WIDTH}, height: ${HEIGHT} })
    canvas.getContext('2d').drawImage(image, 0, 0, ${WIDTH}, ${HEIGHT})
    return canvas.toDataURL('image/webp', 0.92)
  })()`
}
