import type { SourceLine } from '#features/ea/source.ts'
import { refuseForeign } from './refusals.ts'
import { refuseTemporaries } from './temporaries.ts'
import { SourceError, tokensOf, type Token } from './tokens.ts'

export type Platform = 'MT4' | 'MT5'

const handlers = {
  OnInit: 'int(*)()',
  OnDeinit: 'void(*)(const int)',
  OnTick: 'void(*)()',
  OnTimer: 'void(*)()',
  OnTrade: 'void(*)()',
}
const handlersOf = { MT4: ['OnInit', 'OnDeinit', 'OnTick', 'OnTimer'], MT5: Object.keys(handlers) }

/** Words that may stand before an indexed name without being its type. */
const noTypes = new Set(['return', 'else', 'case', 'do', 'sizeof', 'delete', 'operator', 'in'])

/**
 * The joined source as C++ over `runtime/mql4.hpp` or `mql5.hpp`. Literals, arrays and inputs are rewritten. Everything else stays, on its
 * own line: the compiler's errors name file and line of the source.
 * @param folder the errors' name for the advisors' folder
 * @throws SourceError with the line of the joined source
 */
export function translate(lines: readonly SourceLine[], platform: Platform, folder: string, main: string): string {
  const tokens = tokensOf(lines.map(({ text }) => text).join('\n'))
  refuseForeign(tokens)
  const own = dropDirectives(tokens)
  const translated = refuseTemporaries(rewriteArrays(rewriteInputs(own.map(rewriteLiteral))))
  const defined = definedHandlers(translated, platform)
  const body = translated.map(({ text }) => text).join('')
  return [
    `#include "${platform === 'MT4' ? 'mql4' : 'mql5'}.hpp"`,
    'namespace advisor {',
    ...withPlaces(body.split('\n'), lines, folder, main),
    '}',
    '#line 1 "host"',
    '#include "program.hpp"',
    ...defined.map((name) => `static_assert(std::is_same_v<decltype(&advisor::${name}), ${handlers[name]}>);`),
    `int main() { return host::live({${Object.keys(handlers)
      .map((name) => (defined.some((each) => each === name) ? `advisor::${name}` : 'nullptr'))
      .join(', ')}}); }`,
    '',
  ].join('\n')
}

function withPlaces(body: readonly string[], lines: readonly SourceLine[], folder: string, main: string): string[] {
  return body.flatMap((text, index) => {
    const [here, before] = [lines[index], lines[index - 1]]
    if (here === undefined) return [text]
    const follows = before !== undefined && before.include === here.include && before.line + 1 === here.line
    const file = here.include === '' ? main : `include/${here.include}.mqh`
    return follows ? [text] : [`#line ${here.line} "${folder}/${file}"`, text]
  })
}

/** Removes comments and `#property` lines; `#define`, `#ifdef` and the like are the same in C++. */
function dropDirectives(tokens: readonly Token[]): Token[] {
  let strict = false
  const remaining: Token[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined) break
    if (token.kind === 'comment') {
      remaining.push({ ...token, kind: 'blank', text: token.text.replace(/[^\n]+/g, ' ') })
      continue
    }
    if (token.text !== '#') {
      remaining.push(token)
      continue
    }
    const word = tokens[index + 1]?.text ?? ''
    if (/^(define|undef|ifdef|ifndef|else|endif)$/.test(word)) {
      remaining.push(token)
      continue
    }
    if (word !== 'property') throw new SourceError(`#${word} is not for advisors`, token.line)
    while (index + 1 < tokens.length && !tokens[index + 1]?.text.includes('\n')) {
      index += 1
      if (tokens[index]?.text === 'strict') strict = true
    }
  }
  if (!strict) throw new SourceError('#property strict is missing', 0)
  return remaining
}

function rewriteLiteral(token: Token): Token {
  if (token.kind === 'text') return { ...token, text: `MQL_LITERAL(${token.text})` }
  if (token.kind === 'letter') return { ...token, text: `((ushort)${token.text})` }
  if (token.kind !== 'date') return token
  const parts = /^D'(\d{4})\.(\d{2})\.(\d{2})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?'$/.exec(token.text)
  if (parts === null) throw new SourceError(`${token.text} is no date`, token.line)
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0))
  return { ...token, text: `${Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) / 1000}L` }
}

/** `input int InpX = 3;` becomes a name for the dialog's value. */
function rewriteInputs(tokens: readonly Token[]): Token[] {
  const result = [...tokens]
  for (const [index, token] of tokens.entries()) {
    if (token.text !== 'input' && token.text !== 'sinput') continue
    const [type, name, equals] = following(tokens, index, 3)
    const end = tokens.findIndex((each, place) => place > index && each.text === ';')
    if (type === undefined || name === undefined || equals === undefined || tokens[equals]?.text !== '=' || end < 0) {
      throw new SourceError('an input of another form than `input TYPE NAME = VALUE;`', token.line)
    }
    const [typeText, nameText] = [tokens[type]?.text, tokens[name]?.text]
    result[index] = { ...token, text: 'const' }
    result[type] = { ...token, text: `${typeText} &` }
    result[equals] = { ...token, text: `= host::input<${typeText}>("${nameText}", ` }
    result[end] = { ...token, text: ');' }
  }
  return result
}

/** Places of the next pieces other than blanks. */
function following(tokens: readonly Token[], from: number, count: number): number[] {
  const places: number[] = []
  for (let index = from + 1; index < tokens.length && places.length < count; index += 1) {
    if (tokens[index]?.kind !== 'blank') places.push(index)
  }
  return places
}

function preceding(tokens: readonly Token[], from: number): number {
  let index = from - 1
  while (index >= 0 && tokens[index]?.kind === 'blank') index -= 1
  return index
}

/** `T name[]`, `T name[N]` and parameters `T &name[]` become objects with checked bounds. */
function rewriteArrays(tokens: readonly Token[]): Token[] {
  const result = [...tokens]
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (token.text === '(') depth += 1
    if (token.text === ')') depth -= 1
    const [open] = following(tokens, index, 1)
    if (token.kind !== 'name' || open === undefined || tokens[open]?.text !== '[') continue
    const close = tokens.findIndex((each, place) => place > open && each.text === ']')
    const size = tokens
      .slice(open + 1, close)
      .map(({ text }) => text)
      .join('')
      .trim()
    let before = preceding(tokens, index)
    const reference = tokens[before]?.text === '&' && size === ''
    if (reference) before = preceding(tokens, before)
    const type = tokens[before]
    if (type?.kind !== 'name' || noTypes.has(type.text)) continue
    const after = tokens[following(tokens, close, 1)[0] ?? -1]?.text ?? ''
    if (after === '[') throw new SourceError(`${token.text}: an array with two dimensions`, token.line)
    if (depth > 0 && !reference) throw new SourceError(`${token.text}: arrays are passed by reference only`, token.line)
    if (depth === 0 && (after === ',' || reference)) {
      throw new SourceError(`${token.text}: one array a declaration, and no references outside parameters`, token.line)
    }
    result[before] = { ...type, text: size === '' ? `array<${type.text}>` : `fixed_array<${type.text}, ${size}>` }
    for (let place = open; place <= close; place += 1) result[place] = { ...token, kind: 'blank', text: '' }
  }
  return result
}

function definedHandlers(tokens: readonly Token[], platform: Platform): (keyof typeof handlers)[] {
  const defined: (keyof typeof handlers)[] = []
  for (const [index, token] of tokens.entries()) {
    if (!/^On[A-Z]/.test(token.text) || tokens[following(tokens, index, 1)[0] ?? -1]?.text !== '(') continue
    const known = Object.keys(handlers).find((name) => name === token.text) as keyof typeof handlers | undefined
    if (known === undefined) continue
    if (!handlersOf[platform].includes(known)) throw new SourceError(`${known} never runs on ${platform}`, token.line)
    if (/^(int|void)$/.test(tokens[preceding(tokens, index)]?.text ?? '')) defined.push(known)
  }
  if (!defined.includes('OnTimer')) throw new SourceError('OnTimer is missing', 0)
  return defined
}
