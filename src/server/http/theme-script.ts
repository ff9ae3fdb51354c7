import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The first script of every page, without comments. It stands in the page: a file would be one more request before the first paint. */
export const themeScript = readFileSync(new URL('theme-script.js', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')

/** The content policy allows it by this. */
export const themeScriptHash = `'sha256-${createHash('sha256').update(themeScript).digest('base64')}'`
