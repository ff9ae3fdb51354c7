import { CalendarClock, Gem, Link2, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { subscribeAddress } from '#features/payments/plan-names.ts'
import * as format from '#shared/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Band } from '../Band.tsx'
import { editorAddress, type MyShowcase } from './own-showcase.ts'
import { Frame } from './States.tsx'

interface CardProps {
  /** Of the band: the username. */
  seed: string
  badge?: ReactNode
  title: string
  text: string
  children: ReactNode
}

/** What stands in the way of a showcase, under an engraved band. */
function Card({ seed, badge, title, text, children }: CardProps) {
  return (
    <Frame wide>
      <section className="own-card" aria-label={title}>
        <div className="own-card-band">
          <Band seed={seed} ground="ink" fine />
        </div>
        <div className="own-card-body">
          {badge}
          <h2>{title}</h2>
          <p className="max-w-[520px] text-ink-2">{text}</p>
          <div className="mt-3 flex flex-wrap gap-3">{children}</div>
        </div>
      </section>
    </Frame>
  )
}

const plans = (
  <ButtonLink size="lg" href="/?view=diamond-info">
    Vedi i piani
  </ButtonLink>
)

/** Diamond ended: nothing is lost, nothing is public. */
export function ExpiredCard({ data, remove }: { data: MyShowcase; remove: ReactNode }) {
  const isKept = data.showcase !== null
  return (
    <Card
      seed={data.trader_info.username}
      badge={
        <Badge tone="warn" icon={<CalendarClock size={13} strokeWidth={2} aria-hidden />}>
          Diamond scaduto il {format.date(data.diamond_status.expired_date)}
        </Badge>
      }
      title={isKept ? 'La tua vetrina è sospesa' : 'Il tuo Diamond è scaduto'}
      text={
        isKept
          ? 'Testi, immagini e statistiche sono al sicuro. Rinnova Diamond e la vetrina torna online così com’era.'
          : 'Rinnova Diamond per creare la tua vetrina.'
      }
    >
      <ButtonLink variant="primary" size="lg" href={subscribeAddress('diamond')}>
        <Gem size={18} strokeWidth={1.75} aria-hidden />
        Rinnova Diamond
      </ButtonLink>
      {plans}
      {isKept && remove}
    </Card>
  )
}

export function AccountCard({ seed }: Pick<CardProps, 'seed'>) {
  return (
    <Card
      seed={seed}
      title="Account richiesto"
      text="La vetrina mostra i risultati del tuo conto: collega MetaTrader 4 o 5 con l’Expert Advisor. La prima sincronizzazione arriva in pochi minuti."
    >
      <ButtonLink variant="primary" size="lg" href="/?view=dashboard#expert-advisor">
        <Link2 size={18} strokeWidth={1.75} aria-hidden />
        Collega il conto
      </ButtonLink>
    </Card>
  )
}

export function Paywall({ seed }: Pick<CardProps, 'seed'>) {
  return (
    <Card
      seed={seed}
      title="Serve Diamond"
      text="Con Diamond hai una pagina tutta tua: metodo, servizi e collegamenti accanto ai risultati verificati, e le statistiche delle visite."
    >
      <ButtonLink variant="primary" size="lg" href={subscribeAddress('diamond')}>
        <Gem size={18} strokeWidth={1.75} aria-hidden />
        Attiva Diamond
      </ButtonLink>
      {plans}
    </Card>
  )
}

export function CreateCard({ seed }: Pick<CardProps, 'seed'>) {
  return (
    <Card
      seed={seed}
      title="Non hai ancora una vetrina"
      text="Quattro passi: profilo, contenuti, inviti all’azione, anteprima. Prima di andare online la vetrina passa dalla moderazione."
    >
      <ButtonLink variant="primary" size="lg" href={editorAddress()}>
        <Pencil size={18} strokeWidth={1.75} aria-hidden />
        Crea Vetrina
      </ButtonLink>
    </Card>
  )
}
