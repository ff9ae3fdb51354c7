/**
 * The joining of the advisor's sources into the one file that a trader downloads (`docs/ea-protocol.md`, part 2): MetaEditor compiles a
 * single file without folders beside it, so each include replaces its line. Conventions of the sources: an include stands alone on its
 * line, exactly `#include "include/NAME.mqh"`, in the main file or in another include, always named from the advisors' folder; the site's
 * address is the one line `URL_LINE`.
 */

/** NAME may hold one folder: `mt5/deals`. */
const INCLUDE_LINE = /^#include "include\/((?:[a-z0-9-]+\/)?[a-z0-9-]+)\.mqh"$/

const DEFAULT_URL = 'https://toptrader.example'
const LINK_LINE = `#property link "${DEFAULT_URL}"`
const URL_LINE = `input string InpApiUrl = "${DEFAULT_URL}"; // InpApiUrl: indirizzo del sito`

/** One line of the joined source and its place in the sources. */
export interface SourceLine {
  text: string
  /** The include's name without folder `include/` and ending, or '' in the main file. */
  include: string
  /** Counted from 1, in its own file. */
  line: number
}

/**
 * Every line of the joined source in order; each include once, where it is first named.
 * @param readInclude the text of `include/NAME.mqh`; it throws where there is none
 * @throws an include line of another form, an include that names itself while it is being read
 */
export function joinedLines(main: string, readInclude: (name: string) => string): SourceLine[] {
  const lines: SourceLine[] = []
  const begun = new Set<string>()
  const open: string[] = []

  function add(include: string, text: string): void {
    for (const [index, line] of text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n').entries()) {
      if (!/^\s*#\s*include\b/.test(line)) {
        lines.push({ text: line, include, line: index + 1 })
        continue
      }
      const name = INCLUDE_LINE.exec(line)?.[1]
      if (name === undefined) throw new Error(`An include line of another form: ${line}`)
      if (open.includes(name)) throw new Error(`The include ${name} includes itself`)
      if (begun.has(name)) continue
      begun.add(name)
      open.push(name)
      add(name, readInclude(name))
      open.pop()
    }
  }

  add('', main)
  return lines
}

/**
 * The downloaded file: the main source with every include in place of its line, each once, lines ended by `\n`.
 * @throws as `joinedLines`
 */
export function joinAdvisor(main: string, readInclude: (name: string) => string): string {
  return `${joinedLines(main, readInclude)
    .map(({ text }) => text)
    .join('\n')}\n`
}

/**
 * The source with `url` as the default of its address input, and as the link that MetaTrader shows beside the advisor's name.
 * @param url this site's address, scheme and host, in the form of the terminal's list of allowed addresses
 * @throws where the source has not exactly one such line, or the address could end the string literal or be read in another encoding:
 * quotes, backslashes, blanks, control characters, anything but ASCII
 */
export function withApiUrl(source: string, url: string): string {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url) || /["'\\]/.test(url)) {
    throw new Error(`Not an address that can stand in the advisor's source: ${JSON.stringify(url)}`)
  }
  const parts = source.split(URL_LINE)
  if (parts.length !== 2) throw new Error('The advisor has not exactly one line with the address of the site')
  const named = (line: string) => line.replace(DEFAULT_URL, () => url)
  return parts.join(named(URL_LINE)).replace(LINK_LINE, () => named(LINK_LINE))
}
