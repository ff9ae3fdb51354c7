import { ImageOff, ImagePlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pictureUnsupported } from '#shared/files.ts'
import { lazyWithRetry, preloadWhenUsed } from '../lazyWithRetry.tsx'
import type { Cut } from './crop.ts'
import { FileField } from './FileField.tsx'
import { cutFile, pictureError, readPicture } from './picture.ts'
import { useFileField } from './useFileField.ts'

const CutDialog = lazyWithRetry(async () => (await import('./CutDialog.tsx')).CutDialog)

/** The widest file that is ever shown, in pixels. */
const SENT_WIDTH = 1_600
const roundPreviews: readonly number[] = [144, 64]
const noPreviews: readonly number[] = []

interface ImageFieldProps {
  label: string
  /** Address of the picture that the form holds. */
  value: string | null
  /** A smaller file of the same picture, for the field itself. */
  src?: string | undefined
  /** Width by height of the cut. */
  aspect: number
  shape?: 'round' | 'rect'
  /** The call that stores it, and answers its address as `file_url`. */
  to: string
  help?: string
  /** The reason why the form refuses the value. */
  error?: string | null | undefined
  onChange: (address: string | null) => void
}

/** A picture: chosen or dropped, cut, sent at once, replaced, removed and restored. */
export function ImageField({
  label,
  value,
  src,
  aspect,
  shape = 'rect',
  to,
  help = 'JPEG, PNG o WebP. Massimo 2 MB',
  error = null,
  onChange,
}: ImageFieldProps) {
  const [chosen, setChosen] = useState<{ picture: ImageBitmap; name: string } | null>(null)
  const state = useFileField({
    to,
    held: value === null ? null : { address: value, title: null },
    texts: { stored: 'Immagine caricata.', removed: 'Immagine rimossa.', restored: 'Immagine ripristinata.' },
    onChange: (held) => onChange(held?.address ?? null),
  })
  useEffect(() => preloadWhenUsed(CutDialog), [])

  async function choose(file: File) {
    state.begin()
    const reason = await pictureError(file).catch(() => pictureUnsupported)
    if (reason !== null) return state.refuse(reason)
    try {
      setChosen({ picture: await readPicture(file), name: file.name })
    } catch {
      state.refuse(pictureUnsupported)
    }
  }
  async function use({ picture, name }: { picture: ImageBitmap; name: string }, cut: Cut) {
    setChosen(null)
    try {
      const file = await cutFile(picture, cut, SENT_WIDTH)
      picture.close()
      state.upload.send(file, name)
    } catch {
      state.refuse(pictureUnsupported)
    }
  }
  return (
    <FileField
      label={label}
      state={state}
      what="dell’immagine"
      errorLead="Errore caricamento immagine"
      help={help}
      icon={<ImagePlus size={24} strokeWidth={1.5} aria-hidden />}
      thumb={value !== null && <Thumb key={value} src={src ?? value} shape={shape} isWide={aspect > 1.3} />}
      name="Immagine caricata"
      disabled={chosen !== null}
      error={error}
      onFile={(file) => void choose(file)}
    >
      {chosen !== null && (
        <CutDialog
          label={label}
          picture={chosen.picture}
          aspect={aspect}
          previews={shape === 'round' ? roundPreviews : noPreviews}
          onUse={(cut) => void use(chosen, cut)}
          onCancel={() => {
            chosen.picture.close()
            setChosen(null)
          }}
        />
      )}
    </FileField>
  )
}

/** A picture that fails to load leaves its place, and says so. */
function Thumb({ src, shape, isWide }: { src: string; shape: 'round' | 'rect'; isWide: boolean }) {
  const [isLost, setLost] = useState(false)
  const look = `dropzone-thumb${shape === 'round' ? ' is-round' : ''}${isWide ? ' is-wide' : ''}`
  if (!isLost) return <img className={look} src={src} alt="" onError={() => setLost(true)} />
  return (
    <span className={look}>
      <ImageOff size={20} strokeWidth={1.5} aria-hidden />
      <span className="sr-only">L’immagine non si vede</span>
    </span>
  )
}
