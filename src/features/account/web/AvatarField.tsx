import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { removeAvatar, setAvatar } from '#features/account/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { pictureUnsupported } from '#shared/files.ts'
import { send } from '#web/api.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Guilloche.tsx'
import { lazyWithRetry, preloadWhenUsed } from '#web/ui/lazyWithRetry.tsx'
import type { Cut } from '#web/ui/upload/crop.ts'
import { Dropzone } from '#web/ui/upload/Dropzone.tsx'
import { cutFile, pictureError, readPicture } from '#web/ui/upload/picture.ts'
import { Sending } from '#web/ui/upload/Sending.tsx'
import { fetchFile } from '#web/ui/upload/transfer.ts'
import { useUpload } from '#web/ui/upload/useUpload.ts'
import { cacheSaved, type Profile } from './own-profile.ts'
import { RetryAlert } from './RetryAlert.tsx'

/** Twice the largest displayed size, in pixels. */
const SENT_SIDE = 832
/** Sizes at which the cutter previews it. */
const previews = [144, 32]

const PictureCutter = lazyWithRetry(
  async () => (await import('#web/ui/upload/PictureCutter.tsx')).PictureCutter,
  <span className="skeleton h-[440px]" />,
)

/** The person's picture: chosen or dropped, cropped, sent, removed and restored. */
export function AvatarField({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [fileError, setFileError] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  /** The removed picture, while it can be restored. */
  const [removed, setRemoved] = useState<Blob | null>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const restore = useRef<HTMLButtonElement>(null)
  const upload = useUpload<ResponseOf<typeof setAvatar>>('/api/account/avatar', ({ avatar }, file) => {
    cacheSaved(client, { avatar })
    setStatus(file === removed ? 'Foto ripristinata.' : 'Foto aggiornata.')
    setRemoved(null)
  })
  const removal = useAction(
    async () => {
      const copy = profile.avatar === null ? null : await pictureAt(profile.avatar.large)
      const { avatar } = await send<typeof removeAvatar>('DELETE /api/account/avatar', {})
      return { avatar, copy }
    },
    {
      onDone({ avatar, copy }) {
        cacheSaved(client, { avatar })
        setRemoved(copy)
        setStatus(copy === null ? 'Foto rimossa.' : 'Foto rimossa. Puoi ripristinarla finché resti su questa pagina.')
      },
    },
  )
  const isSending = upload.sending !== null
  const isBusy = isSending || removal.isBusy
  const isAway = isBusy || picture !== null
  const wasAway = useRef(false)
  useEffect(() => preloadWhenUsed(PictureCutter), [])
  useEffect(() => {
    // The control that had the focus is gone from the page.
    if (wasAway.current && !isAway) (restore.current ?? chooser.current)?.focus()
    wasAway.current = isAway
  }, [isAway])

  const clear = () => {
    upload.clear()
    removal.clear()
    setFileError(null)
    setStatus('')
  }
  async function choose(file: File) {
    clear()
    setRemoved(null)
    const reason = await pictureError(file).catch(() => pictureUnsupported)
    if (reason !== null) return setFileError(reason)
    try {
      setPicture(await readPicture(file))
    } catch {
      setFileError(pictureUnsupported)
    }
  }
  function close() {
    picture?.close()
    setPicture(null)
  }
  async function use(cropped: ImageBitmap, cut: Cut) {
    try {
      sendPicture(await cutFile(cropped, cut, SENT_SIDE))
    } catch {
      setFileError(pictureUnsupported)
    }
    close()
  }
  function sendPicture(file: Blob) {
    clear()
    upload.send(file, 'foto')
  }
  function remove() {
    clear()
    void removal.run()
  }

  if (picture !== null) {
    return (
      <PictureCutter picture={picture} previews={previews} onUse={(cut) => void use(picture, cut)} onCancel={close} />
    )
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar name={profile.display_name} size={144} image={profile.avatar?.large ?? null} />
        <div className="grid min-w-0 flex-1 basis-[260px] gap-3">
          {upload.sending === null ? (
            <Dropzone
              ref={chooser}
              label={profile.avatar === null ? 'Scegli un file' : 'Scegli un altro file'}
              icon={<ImagePlus size={24} strokeWidth={1.5} aria-hidden />}
              help="JPEG, PNG o WebP. Massimo 2 MB."
              error={fileError}
              disabled={isBusy}
              onFile={(file) => void choose(file)}
            />
          ) : (
            <Sending what="della foto" {...upload.sending} onCancel={upload.cancel} />
          )}
          <div className="flex flex-wrap gap-2 empty:hidden">
            {profile.avatar !== null && removed === null && !isSending && (
              <Button size="sm" variant="danger-line" busy={removal.isBusy && 'Rimozione...'} onClick={remove}>
                <Trash2 size={15} strokeWidth={1.75} aria-hidden />
                Rimuovi foto
              </Button>
            )}
            {removed !== null && !isBusy && (
              <Button ref={restore} size="sm" onClick={() => sendPicture(removed)}>
                <Undo2 size={15} strokeWidth={1.75} aria-hidden />
                Ripristina foto
              </Button>
            )}
          </div>
          <output className="text-ui text-ink-2 empty:hidden">
            {upload.wasCancelled ? 'Invio annullato: la foto non è cambiata.' : status}
          </output>
        </div>
      </div>
      <RetryAlert lead="Foto non caricata." error={upload.error} onRetry={upload.retry} />
      <RetryAlert lead="Foto non rimossa." error={removal.error} onRetry={remove} />
    </div>
  )
}

/** Null when the picture fails to load: then it cannot be restored. */
async function pictureAt(address: string): Promise<Blob | null> {
  try {
    return (await fetchFile(address)).file
  } catch {
    return null
  }
}
