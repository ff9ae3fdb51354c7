import { SourceError, type Token } from './tokens.ts'

const headed = new Set(['if', 'while', 'switch'])
export const simpleTypes =
  'bool char color datetime double float int long short string uchar uint ulong ushort void'.split(' ')
const bareWords = new Set(['return', 'else', 'case', 'do', 'const', 'in'])

/** The owner of an open bracket. */
type Kind = 'round' | 'square' | 'for' | 'head' | 'block' | 'body' | 'enum' | 'list'

interface Open {
  kind: Kind
  at: number
  semicolons: number
}

/**
 * Refuses forms of C++ that g++ takes and MQL has not: loops over ranges, declarations in conditions, lists in braces other than after `=`,
 * members with a value of their own, closures, attributes, pointers, members of a function's result.
 * @param solid pieces without blanks and comments
 * @throws SourceError
 */
export function refuseForms(solid: readonly Token[]): void {
  const structs = namesAfter(solid, ['struct', 'class'])
  const isType = (text: string | undefined) => text !== undefined && (simpleTypes.includes(text) || structs.has(text))
  const open: Open[] = []
  for (const [index, token] of solid.entries()) {
    const { kind, text, line } = token
    const [before, after] = [solid[index - 1], solid[index + 1]]
    const inside = open.at(-1)
    const refuse = (why: string) => {
      throw new SourceError(why, line)
    }
    refuseMarks(token, before, after, refuse)
    if (text === '(' || text === '[' || text === '{') {
      const opened = text === '{' ? braceKind(solid, index, inside?.kind) : bracketKind(text, before)
      if (opened === null) refuse(`'${text}' behind '${before?.text ?? ''}' is no MQL`)
      else open.push({ kind: opened, at: index, semicolons: 0 })
      const declares = solid[index + 1]?.kind === 'name' && solid[index + 2]?.kind === 'name'
      if (opened === 'head' && declares) refuse('a declaration in a condition')
    }
    if (text === ')' || text === ']' || text === '}') {
      const closed = open.pop()
      if (closed?.kind === 'for' && closed.semicolons !== 2) refuse('a loop over a range')
    }
    if (text === ';' && inside !== undefined) inside.semicolons += 1
    if (text === ';' && (inside?.kind === 'head' || inside?.kind === 'round')) refuse('a statement in a condition')
    if (inside?.kind === 'body' && text === '=') refuse('a member with a value of its own')
    if (inside?.kind === 'body' && text === ':' && !/^(public|private|protected)$/.test(before?.text ?? '')) {
      refuse("':' among members")
    }
    if (inside?.kind === 'block') {
      if (/^(struct|class|enum|template)$/.test(text)) refuse(`'${text}' inside a function`)
      if (kind === 'name' && isType(before?.text) && after?.text === '(') refuse(`${text}: a value in brackets`)
    }
    if (text === '*' && isType(before?.text)) refuse('a pointer')
    if (text === '&&' && isType(before?.text)) refuse("'&&' behind a type")
    if (simpleTypes.includes(text) && simpleTypes.includes(before?.text ?? ''))
      refuse(`'${before?.text} ${text}' is no type of MQL`)
  }
}

function refuseMarks(token: Token, before: Token | undefined, after: Token | undefined, refuse: (why: string) => void) {
  const { text } = token
  const value = before !== undefined && /name|number|text|letter|date/.test(before.kind) && !bareWords.has(before.text)
  const ends = value || before?.text === ')' || before?.text === ']'
  if ((text === '*' || text === '&' || text === '&&') && token.kind === 'mark' && !ends) {
    if (before?.text !== 'operator') refuse(`'${text}' before a value: a pointer`)
  }
  if (text === '.' && before?.kind !== 'name' && before?.text !== ']') refuse("'.' behind no name")
  if (text === '?' && after?.text === ':') refuse("'?:' without a value between")
  if (text === '<=' && after?.text === '>') refuse("'<=>' is no operator of MQL")
  if (/^[$@`\\]$/.test(text)) refuse(`'${text}' is no MQL`)
  if (token.kind === 'text' && /^(u8|u|U|L)?R?$/.test(before?.text ?? 'x')) refuse('a text with a prefix')
}

function bracketKind(text: string, before: Token | undefined): Kind | null {
  if (text === '[')
    return (before?.kind === 'name' && !bareWords.has(before.text)) || before?.text === ']' ? 'square' : null
  if (before?.text === 'for') return 'for'
  return headed.has(before?.text ?? '') ? 'head' : 'round'
}

function braceKind(solid: readonly Token[], index: number, inside: Kind | undefined): Kind | null {
  const before = solid[index - 1]?.text ?? ';'
  if (before === '=') return 'list'
  if (inside === 'list') return before === '{' || before === ',' ? 'list' : null
  const head = headOf(solid, index)
  if (head.includes('enum')) return head.includes(':') || head.includes('class') ? null : 'enum'
  if (head.includes('struct') || head.includes('class')) return before === 'struct' ? null : 'body'
  if (inside === 'round' || inside === 'head' || inside === 'for' || inside === 'square') return null
  return /^(\)|;|\{|\}|:|else|do|const|override|final)$/.test(before) ? 'block' : null
}

/** The pieces between the last statement or block and a brace. */
function headOf(solid: readonly Token[], index: number): string[] {
  const head: string[] = []
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = solid[at]?.text ?? ''
    if (/^[;{})]$/.test(text)) break
    head.push(text)
  }
  return head
}

/** Names directly after one of these words. */
export function namesAfter(solid: readonly Token[], words: readonly string[]): Set<string> {
  return new Set(solid.filter((_, index) => words.includes(solid[index - 1]?.text ?? '')).map(({ text }) => text))
}
