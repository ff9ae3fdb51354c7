import { useId, useLayoutEffect, useRef } from 'react'
import type { Cut } from './crop.ts'
import { PictureCutter } from './PictureCutter.tsx'

interface CutDialogProps {
  /** The picture's purpose. */
  label: string
  picture: ImageBitmap
  aspect: number
  previews: readonly number[]
  onUse: (cut: Cut) => void
  onCancel: () => void
}

/** Cuts a picture over the page. The browser's own dialog keeps the keyboard in, and gives the focus back. */
export function CutDialog({ label, onCancel, ...cutter }: CutDialogProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Opened before the cutter takes the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="ask cut-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <h2 id={id} className="mb-4">
        {label}
      </h2>
      <PictureCutter {...cutter} onCancel={onCancel} />
    </dialog>
  )
}
