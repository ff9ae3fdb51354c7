import { namesAfter, simpleTypes } from './forms.ts'
import { referenceNames, trading } from './reference-names.ts'
import { SourceError, type Token } from './tokens.ts'

/** Words before a name that are no type of it. */
const noTypes = new Set(
  'return else case do delete goto const static input sinput public private protected virtual template typename operator'.split(
    ' ',
  ),
)

/** The longest name that MetaEditor accepts. */
const longestName = 63

/** Structures that both platforms provide. */
const given = ['MqlDateTime', 'MqlTick', 'MqlRates']

/**
 * Refuses names and uses that MetaEditor refuses: own functions and variables with a name of the reference, or that hide a function of
 * the source; structures passed by value or chosen by `?:`; anything that trades, wherever it is declared.
 * @param solid pieces without blanks and comments
 * @throws SourceError
 */
export function refuseDeclarations(solid: readonly Token[]): void {
  const structs = new Set([...namesAfter(solid, ['struct', 'class']), ...given])
  const functions = new Set(
    solid.filter((_, at) => isDeclared(solid, at) && solid[at + 1]?.text === '(').map(({ text }) => text),
  )
  const named = namesAfter(solid, ['enum', 'typename', 'class'])
  const known = new Set([...simpleTypes, ...structs, ...named, 'struct', 'class', 'enum'])
  for (const [at, { kind, text, line }] of solid.entries()) {
    if (text === '?') refuseStructs(solid, at, structs)
    if (kind !== 'name') continue
    if (text.length > longestName) throw new SourceError(`${text}: a name of more than ${longestName} letters`, line)
    if (trading.test(text)) throw new SourceError(`'${text}' trades, and advisors only report`, line)
    if (!isDeclared(solid, at)) continue
    const after = solid[at + 1]?.text ?? ''
    const handler = /^On(Init|Deinit|Tick|Timer|Trade)$/.test(text)
    if (referenceNames.has(text) && !handler) throw new SourceError(`'${text}' is a name of the reference`, line)
    if (functions.has(text) && after !== '(') throw new SourceError(`'${text}' hides a function`, line)
    const type = solid[at - 1]?.kind === 'name' ? (solid[at - 1]?.text ?? '') : ''
    const start = solid[solid[at - 2]?.text === 'const' ? at - 3 : at - 2]?.text ?? ''
    if (/^[a-z_]/.test(type) && !known.has(type)) throw new SourceError(`'${type}' is no type of MQL`, line)
    if (structs.has(type) && /^[(,]$/.test(start) && /^[),=]$/.test(after)) {
      throw new SourceError(`${text}: structures are passed by reference only`, line)
    }
  }
}

/** Whether the name at this place is declared here: after its type, or as a further one of a list. */
function isDeclared(solid: readonly Token[], at: number): boolean {
  if (solid[at]?.kind !== 'name') return false
  const before = solid[at - 1]
  if (before?.text === '&') return solid[at - 2]?.kind === 'name' && /^[),=[]$/.test(solid[at + 1]?.text ?? '')
  if (before?.kind === 'name') return !noTypes.has(before.text)
  return before?.text === ',' && /^[,;=]$/.test(solid[at + 1]?.text ?? '') && isList(solid, at - 1)
}

/** Whether the comma at this place separates names that one statement declares: `int a = F(1, 2), b;` */
function isList(solid: readonly Token[], comma: number): boolean {
  let depth = 0
  for (let at = comma - 1; at >= 0; at -= 1) {
    const text = solid[at]?.text ?? ''
    if (/^[)\]}]$/.test(text)) depth += 1
    if (/^[([{]$/.test(text)) depth -= 1
    if (depth > 0) continue
    if (depth < 0 && text !== '{') return solid[at - 1]?.text === 'for' && opensDeclaration(solid, at + 1)
    if (depth < 0 || text === ';' || text === '}') return opensDeclaration(solid, at + 1)
  }
  return opensDeclaration(solid, 0)
}

function opensDeclaration(solid: readonly Token[], at: number): boolean {
  const from = /^(const|static)$/.test(solid[at]?.text ?? '') ? at + 1 : at
  const [type, name] = [solid[from], solid[from + 1]]
  return type?.kind === 'name' && name?.kind === 'name' && !noTypes.has(type.text)
}

/** Refuses `yes ? one : other` with structures: C++ chooses between places, MQL does not allow it. */
function refuseStructs(solid: readonly Token[], mark: number, structs: ReadonlySet<string>): void {
  let depth = 0
  let last: number | null = null
  for (const [at, { kind, text, line }] of solid.entries()) {
    if (at <= mark) continue
    if (depth === 0 && /^[:,;)\]]$/.test(text)) {
      if (last !== null && structs.has(typeOf(solid, last))) {
        throw new SourceError(`${solid[last]?.text}: a structure chosen by '?'`, line)
      }
      if (text !== ':') return
      last = null
      continue
    }
    if (/^[([]$/.test(text)) depth += 1
    if (/^[)\]]$/.test(text)) depth -= 1
    if (depth === 0 && text !== ']') last = kind === 'name' ? at : text === '.' ? last : null
    if (text === '(') last = null
  }
}

/** The type of a name by the nearest declaration before it. */
function typeOf(solid: readonly Token[], use: number): string {
  const name = solid[use]?.text
  for (let at = use - 1; at >= 1; at -= 1) {
    if (solid[at]?.text !== name || !isDeclared(solid, at)) continue
    return solid[solid[at - 1]?.text === '&' ? at - 2 : at - 1]?.text ?? ''
  }
  return ''
}
