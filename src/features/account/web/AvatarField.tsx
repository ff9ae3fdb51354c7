import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { removeAvatar, setAvatar } from '#features/account/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { readError, send } from '#web/api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Guilloche.tsx'
import { lazyWithRetry, preloadWhenIdle } from '#web/ui/lazyWithRetry.tsx'
import type { Cut } from '#web/ui/upload/crop.ts'
import { Dropzone } from '#web/ui/upload/Dropzone.tsx'
import { cutFile, pictureFault, pictureFaults, readPicture } from '#web/ui/upload/picture.ts'
import { Sending } from '#web/ui/upload/Sending.tsx'
import { fetchFile, isCalledOff, sendFile } from '#web/ui/upload/transfer.ts'
import { useTransferError } from '#web/ui/upload/useTransferError.ts'
import { keepSaved, type Profile } from './own-profile.ts'

/** Twice the largest size that is ever shown, in pixels. */
const SENT_SIDE = 832
/** Sizes at which the cutter shows it. */
const previews = [144, 32]

const PictureCutter = lazyWithRetry(
  async () => (await import('#web/ui/upload/PictureCutter.tsx')).PictureCutter,
  <span className="skeleton h-[440px]" />,
)

type Stage =
  | { name: 'idle' }
  | { name: 'cutting'; picture: ImageBitmap }
  | { name: 'sending'; done: number; total: number | null }
  | { name: 'removing' }

interface Refusal {
  error: unknown
  lead: string
  again: () => void
}

/** The person's picture: chosen or dropped, cut, sent, taken away and brought back. */
export function AvatarField({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>({ name: 'idle' })
  const [fault, setFault] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [news, setNews] = useState('')
  /** The picture that was taken away, while it can be brought back. */
  const [removed, setRemoved] = useState<Blob | null>(null)
  const calledOff = useRef(new AbortController())
  const chooser = useRef<HTMLInputElement>(null)
  const restore = useRef<HTMLButtonElement>(null)
  /** What had the focus is gone from the page: it goes where the person can go on. */
  const losesFocus = useRef(false)
  useEffect(() => () => calledOff.current.abort(), [])
  useEffect(() => preloadWhenIdle(PictureCutter), [])
  useEffect(() => {
    if (stage.name !== 'idle' || !losesFocus.current) return
    losesFocus.current = false
    const next = restore.current ?? chooser.current
    next?.focus()
  }, [stage])
  useTransferError(refusal?.error ?? null)

  const settle = (avatar: Profile['avatar'], text: string) => {
    keepSaved(client, { avatar })
    setStage({ name: 'idle' })
    setNews(text)
  }
  const begin = () => {
    setFault(null)
    setRefusal(null)
    setNews('')
  }

  async function choose(file: File) {
    begin()
    setRemoved(null)
    const reason = await pictureFault(file).catch(() => pictureFaults.format)
    if (reason !== null) return setFault(reason)
    try {
      setStage({ name: 'cutting', picture: await readPicture(file) })
    } catch {
      setFault(pictureFaults.format)
    }
  }

  async function use(picture: ImageBitmap, cut: Cut) {
    try {
      await deliver(await cutFile(picture, cut, SENT_SIDE), 'Foto aggiornata.')
      picture.close()
    } catch {
      setStage({ name: 'idle' })
      setFault(pictureFaults.format)
    }
  }

  async function deliver(file: Blob, text: string) {
    begin()
    setStage({ name: 'sending', done: 0, total: null })
    losesFocus.current = true
    calledOff.current = new AbortController()
    try {
      const { avatar } = await sendFile<ResponseOf<typeof setAvatar>>('/api/account/avatar', file, {
        name: 'foto',
        signal: calledOff.current.signal,
        onProgress: (done, total) => setStage({ name: 'sending', done, total }),
      })
      setRemoved(null)
      settle(avatar, text)
    } catch (error) {
      setStage({ name: 'idle' })
      if (isCalledOff(error)) setNews('Invio annullato: la foto non è cambiata.')
      else setRefusal({ error, lead: 'Foto non caricata.', again: () => void deliver(file, text) })
    }
  }

  async function remove() {
    begin()
    setStage({ name: 'removing' })
    losesFocus.current = true
    try {
      const kept = profile.avatar === null ? null : await pictureAt(profile.avatar.large)
      const { avatar } = await send<typeof removeAvatar>('DELETE /api/account/avatar', {})
      setRemoved(kept)
      settle(
        avatar,
        kept === null ? 'Foto rimossa.' : 'Foto rimossa. Puoi ripristinarla finché resti su questa pagina.',
      )
    } catch (error) {
      setStage({ name: 'idle' })
      setRefusal({ error, lead: 'Foto non rimossa.', again: () => void remove() })
    }
  }

  if (stage.name === 'cutting') {
    const { picture } = stage
    return (
      <PictureCutter
        picture={picture}
        previews={previews}
        onUse={(cut) => void use(picture, cut)}
        onCancel={() => {
          picture.close()
          losesFocus.current = true
          setStage({ name: 'idle' })
        }}
      />
    )
  }
  const isBusy = stage.name !== 'idle'
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar name={profile.display_name} size={144} image={profile.avatar?.large ?? null} />
        <div className="grid min-w-0 flex-1 basis-[260px] gap-3">
          {stage.name === 'sending' ? (
            <Sending
              what="della foto"
              done={stage.done}
              total={stage.total}
              onCancel={() => calledOff.current.abort()}
            />
          ) : (
            <Dropzone
              ref={chooser}
              label={profile.avatar === null ? 'Scegli un file' : 'Scegli un altro file'}
              icon={<ImagePlus size={24} strokeWidth={1.5} aria-hidden />}
              help="JPEG, PNG o WebP. Massimo 2 MB."
              error={fault}
              disabled={isBusy}
              onFile={(file) => void choose(file)}
            />
          )}
          <div className="flex flex-wrap gap-2 empty:hidden">
            {profile.avatar !== null && removed === null && stage.name !== 'sending' && (
              <Button
                size="sm"
                variant="danger-line"
                busy={stage.name === 'removing' && 'Rimozione...'}
                onClick={() => void remove()}
              >
                <Trash2 size={15} strokeWidth={1.75} aria-hidden />
                Rimuovi foto
              </Button>
            )}
            {removed !== null && !isBusy && (
              <Button ref={restore} size="sm" onClick={() => void deliver(removed, 'Foto ripristinata.')}>
                <Undo2 size={15} strokeWidth={1.75} aria-hidden />
                Ripristina foto
              </Button>
            )}
          </div>
          <output className="text-ui text-ink-2 empty:hidden">{news}</output>
        </div>
      </div>
      {refusal !== null && (
        <Alert
          tone="danger"
          lead={refusal.lead}
          live
          action={
            <Button size="sm" onClick={refusal.again}>
              Riprova
            </Button>
          }
        >
          {readError(refusal.error).message}
        </Alert>
      )}
    </div>
  )
}

/** Null where it cannot be had any more: then nothing is offered that could not be kept. */
async function pictureAt(address: string): Promise<Blob | null> {
  const { signal } = new AbortController()
  try {
    return (await fetchFile(address, { signal, onProgress: () => undefined })).file
  } catch {
    return null
  }
}
