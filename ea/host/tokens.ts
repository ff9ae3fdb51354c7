/** A piece of MQL source. Comments and blanks are pieces too: all pieces together are the source. */
export interface Token {
  kind: 'blank' | 'comment' | 'text' | 'letter' | 'date' | 'name' | 'number' | 'mark'
  text: string
  /** Counted from 0 in the joined source. */
  line: number
}

/** A place in the joined source that MetaEditor would refuse, or that the host cannot check. */
export class SourceError extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

const patterns: readonly [Token['kind'], RegExp][] = [
  ['blank', /\s+/y],
  ['comment', /\/\/[^\n]*|\/\*[^]*?\*\//y],
  ['text', /"(?:\\.|[^"\\\n])*"/y],
  ['date', /D'[^'\n]*'/y],
  ['letter', /'(?:\\.|[^'\\\n])+'/y],
  ['name', /[A-Za-z_]\w*/y],
  ['number', /\d[\w.]*(?:(?<=[eE])[+-]\d+)?|\.\d\w*/y],
  ['mark', /::|->|&&|\|\||<<|>>|[+\-*/%&|^=!<>]=|\+\+|--|[!-/:-@[-`{-~]/y],
]

/** @throws SourceError for text that is no MQL: a string without its end, a letter outside ASCII */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let line = 0
  while (at < source.length) {
    const found = tokenAt(source, at)
    if (found === undefined) throw new SourceError(`no MQL: ${source.slice(at, at + 20)}`, line)
    if (/[^\0-\x7f]/.test(found.text)) throw new SourceError('a letter outside ASCII', line)
    tokens.push({ ...found, line })
    at += found.text.length
    line += found.text.split('\n').length - 1
  }
  return tokens
}

function tokenAt(source: string, at: number): Pick<Token, 'kind' | 'text'> | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const text = pattern.exec(source)?.[0]
    if (text !== undefined) return { kind, text }
  }
  return undefined
}
