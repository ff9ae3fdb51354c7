import { CopyCheck, ExternalLink, Landmark, Users } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Showcase } from '#features/showcases/contract.ts'
import { buttonAddress } from '#features/showcases/rules/addresses.ts'
import { tradersLink } from '#web/outside-link.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Report } from './reports.ts'
import { shownButtons, type ShownButton } from './shown-buttons.ts'

const icons: Record<ShownButton['style'], ComponentType<{ size: number; strokeWidth: number; 'aria-hidden': true }>> = {
  primary: CopyCheck,
  secondary: Users,
  success: Landmark,
  other: ExternalLink,
}

interface CtaButtonsProps {
  showcase: Showcase
  /** True in the editor: a button that no stored version has leads straight to its site. */
  preview: boolean
  report: Report
}

/** The trader's own buttons. They lead over a page that names the host. */
export function CtaButtons({ showcase, preview, report }: CtaButtonsProps) {
  const buttons = shownButtons(showcase)
  if (buttons.length === 0) return null
  return (
    <div className="show-calls">
      <Panel
        title="Inizia a Copiare"
        foot={
          <>
            I link portano a siti esterni. <a href="/risk/index.html">Leggi i rischi</a> prima di copiare un conto.
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
                href={preview ? url : buttonAddress(showcase.showcase_id, position)}
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
