import { Plus, X } from 'lucide-react'
import {
  comparedNames,
  followedNames,
  toggleName,
  useNames,
  type NameList,
} from '#features/leaderboard/web/marks/marks.ts'
import { compareAddress, comparePath, maximumCompared, type CompareWindow } from '#shared/compare-address.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'

interface ChooseProps {
  /** The names that are compared now. */
  names: readonly string[]
  window: CompareWindow
}

/** Who is compared: each can be taken away, and another one added by name. Works without JavaScript. */
export function Choose({ names, window }: ChooseProps) {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      {names.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Trader a confronto">
          {names.map((name) => (
            <li key={name}>
              <ButtonLink size="sm" href={compareAddress(without(names, name), window)} aria-label={`Togli @${name}`}>
                @{name}
                <X size={14} strokeWidth={2} aria-hidden />
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {names.length < maximumCompared && (
        <form className="flex items-end gap-2" action={comparePath} method="get">
          {names.length > 0 && <input type="hidden" name="t" value={names.join(',')} />}
          <input type="hidden" name="window" value={window} />
          <label className="block">
            <span className="field-label">Username</span>
            <input className="input" name="t" required maxLength={64} autoComplete="off" placeholder="@nome" />
          </label>
          <Button type="submit">
            <Plus size={16} strokeWidth={1.75} aria-hidden />
            Aggiungi
          </Button>
        </form>
      )}
    </div>
  )
}

/** The visitor's own lists, which only this device knows. */
export function OwnLists({ names, window }: ChooseProps) {
  const marked = useNames(comparedNames)
  const followed = useNames(followedNames)
  if (marked.length === 0 && followed.length === 0) return null
  return (
    <Panel title="Su questo dispositivo">
      <div className="grid gap-6">
        {marked.length > 0 && (
          <div>
            <h3 className="text-ui font-semibold">Segnati per il confronto</h3>
            <OwnList list={comparedNames} own={marked} names={names} window={window} />
            {marked.some((name) => !isAmong(names, name)) && (
              <ButtonLink className="mt-3" size="sm" href={compareAddress(marked, window)}>
                Confronta i segnati
              </ButtonLink>
            )}
          </div>
        )}
        {followed.length > 0 && (
          <div>
            <h3 className="text-ui font-semibold">Seguiti</h3>
            <OwnList list={followedNames} own={followed} names={names} window={window} />
          </div>
        )}
      </div>
    </Panel>
  )
}

function OwnList({ list, own, names, window }: ChooseProps & { list: NameList; own: readonly string[] }) {
  return (
    <ul className="mt-2 grid gap-1">
      {own.map((name) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ui">
          <a className="min-w-0 flex-1 [overflow-wrap:anywhere]" href={traderAddress(name)}>
            @{name}
          </a>
          {!isAmong(names, name) && names.length < maximumCompared && (
            <ButtonLink
              size="sm"
              variant="text"
              href={compareAddress([...names, name], window)}
              aria-label={`Aggiungi @${name} al confronto`}
            >
              Aggiungi
            </ButtonLink>
          )}
          <Button
            size="sm"
            variant="text"
            aria-label={`Togli @${name} dalla lista`}
            onClick={() => toggleName(list, name)}
          >
            Togli
          </Button>
        </li>
      ))}
    </ul>
  )
}

const without = (names: readonly string[], name: string) => names.filter((other) => other !== name)

const isAmong = (names: readonly string[], name: string) =>
  names.some((other) => other.toLowerCase() === name.toLowerCase())
