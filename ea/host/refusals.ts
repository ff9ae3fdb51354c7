import { refuseDeclarations } from './declarations.ts'
import { refuseForms } from './forms.ts'
import { referenceNames, trading } from './reference-names.ts'
import { SourceError, type Token } from './tokens.ts'

/** C++ words that MQL has not, or has with another meaning: they must not pass because g++ takes them. */
const foreign = new Set(
  (
    'alignas alignof auto catch char16_t char32_t char8_t co_await co_return co_yield concept consteval constexpr constinit decltype ' +
    'dynamic_cast explicit extern friend int8_t int16_t int32_t int64_t noexcept nullptr register reinterpret_cast requires signed ' +
    'static_assert static_cast std thread_local throw try typeid uint8_t uint16_t uint32_t uint64_t union unsigned using volatile ' +
    'wchar_t namespace asm new delete this size_t array fixed_array and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq ' +
    'inline mutable typedef restrict goto'
  ).split(' '),
)

const callWords = new Set(
  'if for while switch return sizeof int uint long ulong short ushort char uchar bool double datetime'.split(' '),
)

/**
 * Refuses forms that g++ takes and MetaEditor refuses: words and signs of C++, functions of the C library (every function of MQL that the
 * host knows begins with a capital), texts one after another, octal numbers, suffixes, references outside parameters.
 * @throws SourceError
 */
export function refuseForeign(tokens: readonly Token[]): void {
  const solid = solidOf(tokens)
  refuseMacros(solid)
  const defined = definedNames(solid)
  let depth = 0
  for (const [index, token] of solid.entries()) {
    const { kind, text, line } = token
    const [before, after] = [solid[index - 1], solid[index + 1]]
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (kind === 'name' && foreign.has(text)) throw new SourceError(`'${text}' is no word of MQL`, line)
    if (text === '->' || text === '::') throw new SourceError(`'${text}' is not for advisors`, line)
    if (text === 'long' && after?.text === 'long') throw new SourceError("'long long' is no type of MQL", line)
    if (kind === 'text' && before?.kind === 'text') throw new SourceError('two texts without an operator', line)
    if (kind === 'number' && /^0\d/.test(text)) throw new SourceError(`${text} would be octal elsewhere`, line)
    if (kind === 'number' && /^(?!0[xX]).*[uUlLfF]$/.test(text))
      throw new SourceError(`${text}: numbers have no suffix`, line)
    if (kind === 'name' && after?.text === '(' && /^[a-z_]/.test(text) && !callWords.has(text)) {
      if (!defined.has(text)) throw new SourceError(`'${text}' - function not defined`, line)
    }
    const declares = kind === 'name' && before?.text === '&' && solid[index - 2]?.kind === 'name' && after?.text === '='
    if (declares && depth === 0 && /^[;{}]$|^const$/.test(solid[index - 3]?.text ?? ';')) {
      throw new SourceError(`${text}: a reference outside parameters`, line)
    }
  }
  const plain = solidOf(withoutDirectives(tokens))
  refuseForms(plain)
  refuseDeclarations(plain)
}

function solidOf(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ kind }) => kind !== 'blank' && kind !== 'comment')
}

function withoutDirectives(tokens: readonly Token[]): Token[] {
  const lines = new Set(tokens.filter(({ text }) => text === '#').map(({ line }) => line))
  return tokens.filter(({ line }) => !lines.has(line))
}

/** A macro hides a name of the reference just as a function does. */
function refuseMacros(solid: readonly Token[]): void {
  for (const [index, { text, line }] of solid.entries()) {
    if (solid[index - 1]?.text !== 'define' || solid[index - 2]?.text !== '#') continue
    if (referenceNames.has(text) || trading.test(text)) {
      throw new SourceError(`'${text}' is a name of the reference`, line)
    }
  }
}

/** Names of functions, macros and objects with arguments that the source itself declares. */
function definedNames(solid: readonly Token[]): Set<string> {
  const names = new Set<string>()
  for (const [index, { kind, text }] of solid.entries()) {
    const before = solid[index - 1]
    if (kind !== 'name') continue
    const typed = before?.kind === 'name' && !['return', 'else', 'case', 'do'].includes(before.text)
    if (typed || (before?.text === '&' && solid[index - 2]?.kind === 'name')) names.add(text)
  }
  return names
}
