import type { ShowcaseClaim } from '#features/showcases/contract.ts'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { labelOf } from '#features/showcases/rules/fields.ts'

interface ClaimsBoxProps {
  claims: readonly ShowcaseClaim[]
  onEdit: (path: string) => void
}

const abouts = { roi: 'ROI', win_rate: 'Win rate', max_drawdown: 'Drawdown Max', trades: 'Operazioni' }

function figure(about: ShowcaseClaim['about'], value: number | null): string {
  if (about === 'roi') return format.resultPercent(value)
  if (about === 'win_rate') return format.sharePercent(value)
  if (about === 'max_drawdown') return format.drawdownPercent(value)
  return format.count(value)
}

/** The claims of the texts beside the register's figures. Promises stop a submission; moderators decide about numbers. */
export function ClaimsBox({ claims, onEdit }: ClaimsBoxProps) {
  const promises = claims.filter(({ kind }) => kind === 'promise')
  const numbers = claims.filter(({ kind }) => kind === 'number')
  return (
    <div className="grid gap-4">
      {promises.length > 0 && (
        <Alert tone="danger" lead="Ci sono promesse di rendimento: toglile per pubblicare." live>
          <Places claims={promises} onEdit={onEdit} say={({ words }) => `«${words}»`} />
        </Alert>
      )}
      {numbers.length > 0 && (
        <Alert tone="warn" lead="Alcuni numeri non corrispondono al registro." live>
          Chi modera vede lo stesso confronto.
          <Places claims={numbers} onEdit={onEdit} say={comparison} />
        </Alert>
      )}
    </div>
  )
}

function comparison({ words, about, claimed, verified }: ShowcaseClaim): string {
  const name = about === null ? '' : `${abouts[about]} `
  const claimText = claimed === null ? '' : `scrivi ${name}${figure(about, claimed)}, `
  const known =
    verified === null ? 'il registro non ha questo dato' : `il registro dice ${name}${figure(about, verified)}`
  return `«${words}»: ${claimText}${known}`
}

interface PlacesProps extends ClaimsBoxProps {
  say: (claim: ShowcaseClaim) => string
}

function Places({ claims, onEdit, say }: PlacesProps) {
  return (
    <ul className="mt-2 grid gap-2">
      {claims.map((claim, index) => (
        // The same words may stand in a text twice.
        <li key={index} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-ink">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <b>{labelOf(claim.field)}</b> {say(claim)}
          </span>
          <Button size="sm" aria-label={`Modifica: ${labelOf(claim.field)}`} onClick={() => onEdit(claim.field)}>
            Modifica
          </Button>
        </li>
      ))}
    </ul>
  )
}
