import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import ReactCrop from 'react-image-crop'
import * as format from '#shared/format/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '../forms/Field.tsx'
import { cutOf, fitted, greatestWidth, leastWidth, middle, percentOf, zoomed, type Cut } from './crop.ts'
import { draw, shownSize } from './picture.ts'

/** Longest side on screen; the sheet makes it narrower where there is less room. */
const SHOWN_SIDE = 440
const ZOOM = 1.25

const handle = (corner: string) => `Angolo ${corner}: le frecce cambiano il riquadro`
const labels = {
  cropArea: 'Riquadro della foto: le frecce lo spostano, con Maiusc più in fretta',
  nwDragHandle: handle('in alto a sinistra'),
  neDragHandle: handle('in alto a destra'),
  swDragHandle: handle('in basso a sinistra'),
  seDragHandle: handle('in basso a destra'),
  // A fixed shape has no handles at its sides.
  nDragHandle: '',
  eDragHandle: '',
  sDragHandle: '',
  wDragHandle: '',
}

interface PictureCutterProps {
  picture: ImageBitmap
  /** Width by height of the cut. */
  aspect?: number
  /** Previews: sizes in pixels of round ones, or one in its own shape. */
  previews?: readonly number[]
  onUse: (cut: Cut) => void
  onCancel: () => void
}

const noPreviews: readonly number[] = []
/** Width of the preview in its own shape. */
const PREVIEW_WIDTH = 220

/** Chooses the part of a picture: by dragging, by buttons, by numbers, by arrow keys. */
export function PictureCutter({ picture, aspect = 1, previews = noPreviews, onUse, onCancel }: PictureCutterProps) {
  const [cut, setCut] = useState<Cut>(() => middle(picture, aspect))
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const shown = shownSize(picture, SHOWN_SIDE)
  const change = (changed: Cut) => setCut(fitted(changed, picture, aspect))
  return (
    <div className="grid gap-4">
      <h3 ref={title} tabIndex={-1} className="text-body font-semibold outline-none">
        Scegli il riquadro
      </h3>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <div className="max-w-full">
          <ReactCrop
            aspect={aspect}
            keepSelection
            ariaLabels={labels}
            crop={percentOf(cut, picture)}
            onChange={(_, percent) => setCut(cutOf(percent, picture, aspect))}
          >
            <PictureCanvas picture={picture} width={shown.width} height={shown.height} />
          </ReactCrop>
        </div>
        <div className="grid min-w-0 flex-1 basis-[220px] content-start gap-4">
          <div className="flex items-end gap-5">
            {previews.map((size) => (
              <figure key={size} className="m-0 grid justify-items-start gap-1.5">
                <span className={`avatar avatar-${size}`}>
                  <PictureCanvas className="size-full" picture={picture} cut={cut} width={size * 2} height={size * 2} />
                </span>
                <figcaption className="text-label text-ink-3">{size} px</figcaption>
              </figure>
            ))}
            {previews.length === 0 && (
              <figure className="m-0 grid justify-items-start gap-1.5">
                <PictureCanvas
                  className="cut-preview"
                  picture={picture}
                  cut={cut}
                  width={PREVIEW_WIDTH}
                  height={Math.round(PREVIEW_WIDTH / aspect)}
                />
                <figcaption className="text-label text-ink-3">Anteprima</figcaption>
              </figure>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={cut.width <= leastWidth(picture, aspect)}
              onClick={() => setCut(zoomed(cut, picture, aspect, ZOOM))}
            >
              <ZoomIn size={15} strokeWidth={1.75} aria-hidden />
              Ingrandisci
            </Button>
            <Button
              size="sm"
              disabled={cut.width >= greatestWidth(picture, aspect)}
              onClick={() => setCut(zoomed(cut, picture, aspect, 1 / ZOOM))}
            >
              <ZoomOut size={15} strokeWidth={1.75} aria-hidden />
              Riduci
            </Button>
            <Button size="sm" onClick={() => setCut(middle(picture, aspect))}>
              <Maximize size={15} strokeWidth={1.75} aria-hidden />
              Centra
            </Button>
          </div>
        </div>
      </div>
      <fieldset>
        <legend className="sr-only">Riquadro in pixel</legend>
        <div className="grid max-w-[440px] grid-cols-3 gap-3">
          <PixelField label="Da sinistra" value={cut.x} onChange={(x) => change({ ...cut, x })} />
          <PixelField label="Dall’alto" value={cut.y} onChange={(y) => change({ ...cut, y })} />
          <PixelField
            label={aspect === 1 ? 'Lato' : 'Larghezza'}
            value={cut.width}
            onChange={(width) => change({ ...cut, width })}
          />
        </div>
        <p className="mt-2 text-label text-ink-3">
          La foto misura {format.count(picture.width)} × {format.count(picture.height)} pixel
          {aspect !== 1 && `, il riquadro ${format.count(cut.width)} × ${format.count(cut.height)}`}.
        </p>
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => onUse(cut)}>
          Usa questa foto
        </Button>
        <Button onClick={onCancel}>Annulla</Button>
      </div>
    </div>
  )
}

/** A number that is applied when the field is left or confirmed: an unfinished number is no cut. */
function PixelField({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed !== null && typed.trim() !== '') onChange(Number(typed))
    setTyped(null)
  }
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(value)}
      onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
      onBlur={take}
      onKeyDown={(event) => {
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
        if (step === undefined && event.key !== 'Enter') return
        event.preventDefault()
        setTyped(null)
        const given = typed === null || typed === '' ? value : Number(typed)
        onChange(given + (step ?? 0) * (event.shiftKey ? 10 : 1))
      }}
    />
  )
}

interface PictureCanvasProps {
  picture: ImageBitmap
  cut?: Cut
  width: number
  height: number
  className?: string
}

/** A canvas needs no address of its own; the page's policy would refuse one. */
function PictureCanvas({ picture, cut, width, height, className }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, picture, cut)
  }, [picture, cut, width, height])
  return <canvas ref={canvas} className={className} width={width} height={height} aria-hidden="true" />
}
