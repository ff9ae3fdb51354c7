import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../Button.tsx'
import { lazyWithRetry } from '../lazyWithRetry.tsx'
import type { FileMenu, ListFile } from '../FileMenu.tsx'

const face = (
  <>
    <Download size={15} strokeWidth={1.75} aria-hidden />
    Esporta CSV
  </>
)

const Menu = lazyWithRetry<Parameters<typeof FileMenu>[0]>(
  async () => (await import('../FileMenu.tsx')).FileMenu,
  <span className="btn btn-secondary btn-sm">{face}</span>,
)

/** The whole list with its filters, as a file for people or for programs. The menu's script loads when the button gets the pointer or the focus. */
export function FileButton(file: ListFile) {
  const [isWanted, setWanted] = useState(false)
  if (isWanted) return <Menu {...file}>{face}</Menu>
  return (
    <Button
      size="sm"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={Menu.preload}
      onFocus={Menu.preload}
      onClick={() => setWanted(true)}
    >
      {face}
    </Button>
  )
}
