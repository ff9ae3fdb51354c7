import { ImageOff, ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { pictureUnsupported } from '#shared/files.ts'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry, preloadWhenIdle } from '../lazyWithRetry.tsx'
import type { Cut } from './crop.ts'
import { Dropzone, HeldFile } from './Dropzone.tsx'
import { cutFile, pictureError, readPicture } from './picture.ts'
import { sizeText, UploadFrame } from './UploadFrame.tsx'
import { useUpload } from './useUpload.ts'

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
  const id = useId()
  const [chosen, setChosen] = useState<{ picture: ImageBitmap; name: string } | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** The file sent from here, with its owner's name for it. */
  const [sent, setSent] = useState<{ address: string; name: string; size: number } | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const upload = useUpload<{ file_url: string }>(to, ({ file_url: address }, file, name) => {
    setSent({ address, name, size: file.size })
    setRemoved(null)
    setAnnouncement('Immagine caricata.')
    onChange(address)
  })
  useEffect(() => preloadWhenIdle(CutDialog), [])

  const begin = () => {
    upload.clear()
    setFileError(null)
    setAnnouncement('')
  }
  async function choose(file: File) {
    begin()
    const reason = await pictureError(file).catch(() => pictureUnsupported)
    if (reason !== null) return setFileError(reason)
    try {
      setChosen({ picture: await readPicture(file), name: file.name })
    } catch {
      setFileError(pictureUnsupported)
    }
  }
  async function use({ picture, name }: { picture: ImageBitmap; name: string }, cut: Cut) {
    setChosen(null)
    try {
      const file = await cutFile(picture, cut, SENT_WIDTH)
      picture.close()
      upload.send(file, name)
    } catch {
      setFileError(pictureUnsupported)
    }
  }
  function change(address: string | null, said: string) {
    begin()
    setRemoved(address === null ? value : null)
    setAnnouncement(said)
    onChange(address)
  }

  const own = sent !== null && sent.address === value ? sent : null
  const choosing = {
    ref: chooser,
    labelledBy: `${id}-label`,
    error: fileError ?? error,
    disabled: chosen !== null,
    onFile: (file: File) => void choose(file),
  }
  return (
    <UploadFrame
      labelId={`${id}-label`}
      label={label}
      upload={upload}
      what="dell’immagine"
      errorLead="Errore caricamento image"
      chooser={chooser}
      announcement={announcement}
      undo={removed === null || value !== null ? null : () => change(removed, 'Immagine ripristinata.')}
    >
      {value === null ? (
        <Dropzone
          {...choosing}
          label="Scegli un file"
          icon={<ImagePlus size={24} strokeWidth={1.5} aria-hidden />}
          help={help}
        />
      ) : (
        <HeldFile
          {...choosing}
          thumb={<Thumb key={value} src={src ?? value} shape={shape} isWide={aspect > 1.3} />}
          name={own?.name ?? 'Immagine caricata'}
          note={own === null ? null : sizeText(own.size, format.count)}
        >
          <Button size="sm" variant="danger-line" onClick={() => change(null, 'Immagine rimossa.')}>
            <Trash2 size={15} strokeWidth={1.75} aria-hidden />
            Rimuovi
          </Button>
        </HeldFile>
      )}
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
    </UploadFrame>
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
