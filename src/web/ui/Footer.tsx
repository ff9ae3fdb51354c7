import { ChevronUp, ExternalLink } from './icons.tsx'
import type { KeyboardEvent } from 'react'
import { FootMark } from './Wordmark.tsx'

export interface FootMenu {
  label: string
  links: readonly { label: string; href: string }[]
}

export function Footer({ menus }: { menus: readonly FootMenu[] }) {
  return (
    <footer className="foot">
      <div className="page">
        <div>
          <FootMark />
          <p className="mt-3">© 2024 TopTrader</p>
        </div>
        <p className="max-w-[600px] text-pretty">
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

function closeOnEscape(event: KeyboardEvent<HTMLElement>) {
  const menu = event.currentTarget.closest('details')
  if (event.key !== 'Escape' || menu === null) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}

/** Opens upward; one at a time (same `name`); its pages open in a new tab. */
function FooterMenu({ label, links }: FootMenu) {
  return (
    <details className="foot-menu" name="piede">
      <summary className="btn btn-secondary btn-sm" onKeyDown={closeOnEscape}>
        {label}
        <ChevronUp size={14} />
      </summary>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href} target="_blank" rel="noopener" onKeyDown={closeOnEscape}>
              {link.label}
              <span className="sr-only"> (nuova scheda)</span>
              <ExternalLink size={13} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
