import type { ModeratedDetail, ShowcaseWarning } from '#features/showcases/admin-contract.ts'
import type { ShowcaseClaim } from '#features/showcases/contract.ts'
import { fileOf } from '#features/showcases/rules/files.ts'
import { type CtaStyle, labelOf, styleLabels } from '#features/showcases/rules/fields.ts'
import { Picture } from '../Picture.tsx'
import { ClaimLine, WarningLine } from './Findings.tsx'
import { FieldHead } from './headings.tsx'
import { wordChanges, type Piece } from './word-changes.ts'

interface ChangedFieldProps {
  change: ModeratedDetail['changes'][number]
  /** Nothing was published yet, so there is no old text. */
  isNew: boolean
  claims: readonly ShowcaseClaim[]
  warnings: readonly ShowcaseWarning[]
}

/** One field, old beside new, with the claims and warnings of the new text. */
export function ChangedField({ change: { field, before, after }, isNew, claims, warnings }: ChangedFieldProps) {
  const word = labelOf(field)
  const isText = [before, after].every((text) => text === null || (!isAddress(text) && !isStyle(field)))
  const marked = before !== null && after !== null && isText ? wordChanges(before, after) : null
  return (
    <section className={isNew ? 'adm-diff-field is-new' : 'adm-diff-field'} aria-label={word}>
      <FieldHead>{word}</FieldHead>
      {!isNew && (
        <div>
          <span className="adm-diff-side">Prima</span>
          <Side field={field} word={word} text={before} pieces={marked?.before ?? null} as="del" />
        </div>
      )}
      <div>
        {!isNew && <span className="adm-diff-side">Ora</span>}
        <Side field={field} word={word} text={after} pieces={marked?.after ?? null} as="ins" />
      </div>
      {claims.length + warnings.length > 0 && (
        <ul className="adm-findings">
          {claims.map((claim, index) => (
            // The same words may stand in a text twice.
            <ClaimLine key={`claim ${index}`} claim={claim} />
          ))}
          {warnings.map((warning) => (
            <WarningLine key={`${warning.kind} ${warning.about}`} warning={warning} />
          ))}
        </ul>
      )}
    </section>
  )
}

const isAddress = (text: string) => fileOf(text) !== null || URL.canParse(text)
const isStyle = (field: string) => /^cta_buttons\.\d+\.style$/.test(field)

interface SideProps {
  field: string
  word: string
  text: string | null
  /** The text in pieces, with the changed words marked; null where nothing is marked. */
  pieces: readonly Piece[] | null
  as: 'ins' | 'del'
}

function Side({ field, word, text, pieces, as: Mark }: SideProps) {
  if (text === null) return <p className="text-ink-3">Vuoto</p>
  if (pieces !== null) {
    return (
      <p className="adm-diff-text">
        {pieces.map((piece, index) => (piece.changed ? <Mark key={index}>{piece.text}</Mark> : piece.text))}
      </p>
    )
  }
  const file = fileOf(text)
  if (file?.kind === 'image') {
    const gone = <p className="text-ink-3">Immagine non disponibile.</p>
    return (
      <Picture
        address={text}
        alt={word}
        sizes="360px"
        width={360}
        height={225}
        className="adm-diff-image"
        instead={gone}
      />
    )
  }
  if (file !== null) {
    return (
      <p>
        <a href={text} target="_blank" rel="noopener noreferrer">
          Apri il PDF
        </a>
      </p>
    )
  }
  if (isStyle(field)) return <p>{styleLabels[text as CtaStyle] ?? text}</p>
  const host = URL.parse(text)?.hostname
  if (host === undefined) return <p className="adm-diff-text">{text}</p>
  // The address is no link, so that moderators read it before they open it. The preview has the link.
  return (
    <p className="adm-diff-text">
      <b>{host}</b>
      <span className="adm-diff-address">{text}</span>
    </p>
  )
}
