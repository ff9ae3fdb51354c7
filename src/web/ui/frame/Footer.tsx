import { ChevronUp, ExternalLink } from '../icons.tsx'
import { FootMark } from './Wordmark.tsx'

export interface FootMenu {
  label: string
  /** Label and address. */
  links: readonly (readonly [string, string])[]
}

// A page rendered before New Year differs from the browser's year.
const thisYear = () => new Date().getFullYear()

export function Footer({ menus }: { menus: readonly FootMenu[] }) {
  return (
    <footer className="foot">
      <div className="page">
        <div>
          <FootMark />
          <p className="mt-3" suppressHydrationWarning>
            {`© 2024–${thisYear()} TopTrader`}
          </p>
        </div>
        <p className="max-w-[600px]">
          Contenuti a solo scopo informativo: non sono consulenza finanziaria. Il trading comporta rischi elevati e puoi
          perdere tutto il capitale. I rendimenti passati non garantiscono risultati futuri.
        </p>
        <div className="foot-menus">
          {menus.map((menu) => (
            <FooterMenu key={menu.label} {...menu} />
          ))}
        </div>
      </div>
    </footer>
  )
}

/** Opens upward; one at a time (same `name`); its pages open in a new tab. The code that closes it comes with the first opening. */
function FooterMenu({ label, links }: FootMenu) {
  return (
    <details className="foot-menu" name="piede" onToggle={() => void import('./foot-menus.ts').catch(() => null)}>
      <summary className="btn btn-secondary btn-sm">
        {label}
        <ChevronUp size={14} />
      </summary>
      <ul>
        {links.map(([text, href]) => (
          <li key={href}>
            <a href={href} target="_blank" rel="noopener">
              {text}
              <span className="sr-only"> (nuova scheda)</span>
              <ExternalLink size={13} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
