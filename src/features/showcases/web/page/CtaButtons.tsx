import { CopyCheck, ExternalLink, Landmark, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Showcase } from '#features/showcases/contract.ts'
import { tradersLink } from '#web/outside-link.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Report } from './reports.ts'

type Style = Showcase['cta_buttons'][number]['style']

const icons: Record<Style, ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': true }>> = {
  primary: CopyCheck,
  secondary: Users,
  success: Landmark,
  other: ExternalLink,
}

/** The trader's own buttons that have both a text and an address. */
export function CtaButtons({ showcase, report }: { showcase: Showcase; report: Report }) {
  const buttons = showcase.cta_buttons.flatMap(({ text, url, style }, index) =>
    text.trim() === '' || url === null ? [] : [{ text, url, style, position: index + 1 }],
  )
  if (buttons.length === 0) return null
  return (
    <div className="show-calls">
      <Panel
        title="Inizia a Copiare"
        foot={
          <>
            I collegamenti portano a siti esterni. <a href="/risk/index.html">Leggi i rischi</a> prima di copiare un
            conto.
          </>
        }
      >
        <div className="show-buttons">
          {buttons.map(({ text, url, style, position }) => {
            const Icon = icons[style]
            return (
              <ButtonLink
                key={position}
                variant={style === 'primary' ? 'primary' : 'secondary'}
                size="lg"
                wide
                className={`show-call ${style === 'success' ? 'is-success' : ''}`}
                href={url}
                {...tradersLink}
                onClick={() => report({ type: 'cta', target: text, position })}
              >
                <Icon size={18} strokeWidth={1.75} aria-hidden />
                {text}
              </ButtonLink>
            )
          })}
        </div>
      </Panel>
    </div>
  )
}
