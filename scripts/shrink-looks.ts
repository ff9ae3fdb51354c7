// Stores the reference pictures of the screens with at most 128 colours: a fifth of their size.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'

let bytes = 0
const paths = globSync('src/**/looks/*.png')
for (const path of paths) {
  const stored = readFileSync(path)
  bytes += stored.length
  // A picture that already has a palette would lose colours again.
  if ((await sharp(stored).metadata()).isPalette) continue
  const picture = await sharp(stored).png({ palette: true, colours: 128, dither: 0, compressionLevel: 9 }).toBuffer()
  writeFileSync(path, picture)
  bytes += picture.length - stored.length
}
console.log(`${paths.length} pictures, ${bytes} bytes`)
