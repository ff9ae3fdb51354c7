import type { Token } from './tokens.ts'

const noTypes = new Set(['return', 'else', 'case', 'do'])

/**
 * Refuses temporaries for `const T &`: MQL takes only variables there, C++ also takes the result of a function or an operator. Each
 * function with such a parameter gets a deleted twin for temporaries, on the same line (templates have none).
 * @param tokens pieces after the rewriting of arrays
 */
export function refuseTemporaries(tokens: readonly Token[]): Token[] {
  const result = [...tokens]
  const solid = tokens
    .map((token, place) => ({ ...token, place }))
    .filter(({ kind, text }) => kind !== 'blank' && text !== '')
  const twins = new Set<string>()
  for (const [at, { text }] of solid.entries()) {
    const [type, name] = [solid[at - 2], solid[at - 1]]
    if (text !== '(' || name?.kind !== 'name' || type?.kind !== 'name' || noTypes.has(type.text)) continue
    if (solid[at - 3]?.text === '>') continue
    const close = closing(solid, at)
    const parameters = solid.slice(at + 1, close)
    for (const [index, parameter] of parameters.entries()) {
      const constant = parameters[index - 2]?.text === 'const' && parameters[index - 1]?.kind === 'name'
      if (parameter.text !== '&' || !constant) continue
      const list = parameters.map((each, other) => (other === index ? '&&' : each.text)).join(' ')
      const scope = `${enclosingStruct(solid, at)}.${name.text}(${list})`
      if (twins.has(scope)) continue
      twins.add(scope)
      const before = result[type.place]
      const twin = `${type.text} ${name.text}(${list})${solid[close + 1]?.text === 'const' ? ' const' : ''} = delete; `
      if (before !== undefined) result[type.place] = { ...before, text: twin + before.text }
    }
  }
  return result
}

function closing(solid: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < solid.length; at += 1) {
    if (solid[at]?.text === '(') depth += 1
    if (solid[at]?.text === ')') depth -= 1
    if (depth === 0) return at
  }
  return solid.length
}

/** Name of the structure whose body holds a place; empty outside. */
function enclosingStruct(solid: readonly Token[], place: number): string {
  let depth = 0
  for (let at = place; at >= 0; at -= 1) {
    if (solid[at]?.text === '}') depth += 1
    if (solid[at]?.text !== '{') continue
    depth -= 1
    if (depth < 0) return solid[at - 1]?.text ?? ''
  }
  return ''
}
