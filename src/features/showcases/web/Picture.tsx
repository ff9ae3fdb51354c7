import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { fileOf, imagePart, imageSources } from '#features/showcases/rules/files.ts'
import { initials } from '#shared/engraving/guilloche.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { Avatar } from '#web/ui/Guilloche.tsx'

interface PictureProps {
  /** Null for none. */
  address: string | null
  alt: string
  /** CSS widths, as the `sizes` of an image. */
  sizes: string
  width: number
  height: number
  /** True for a picture at the top of the page, which is fetched first. */
  isFirst?: boolean
  className?: string
  /** Shown where there is no picture, or it does not come. */
  instead: ReactNode
}

/** A trader's picture in the smallest file that is wide enough. */
export function Picture({ address, alt, sizes, width, height, isFirst = false, className, instead }: PictureProps) {
  const { image, isBroken, onError } = useBroken(address)
  const sources = address === null ? null : imageSources(address)
  if (sources === null || isBroken) return instead
  return (
    <img
      ref={image}
      className={className}
      {...sources}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={onError}
    />
  )
}

/** The showcase's picture, else the account's, else rosette and initials. Decorative: the name stands beside it. */
export function Portrait({
  address,
  name,
  size,
  isDeferred = false,
}: {
  address: string | null
  name: string
  size: 44 | 64 | 144
  /** The rosette comes with the script, so that a document with many portraits stays small. */
  isDeferred?: boolean
}) {
  const { image, isBroken, onError } = useBroken(address)
  const isHydrated = useHydrated()
  if (address === null || isBroken) {
    if (!isDeferred || isHydrated) return <Avatar name={name} size={size} />
    return (
      <span className={`avatar avatar-${size}`} aria-hidden="true">
        <b>{initials(name)}</b>
      </span>
    )
  }
  const file = fileOf(address)
  const source = file === null ? address : `/uploads/${imagePart(file.key, 400)}`
  return (
    <span className={`avatar avatar-${size}`}>
      <img ref={image} src={source} alt="" width={size} height={size} onError={onError} />
    </span>
  )
}

/** Observes whether the picture failed, also before the page hydrated. */
function useBroken(address: string | null) {
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const { current } = image
    // A lazy picture far below, which the browser has not requested, has no source yet.
    if (current !== null && current.complete && current.naturalWidth === 0 && current.currentSrc !== '') {
      setBroken(address)
    }
  }, [address])
  return { image, isBroken: address !== null && broken === address, onError: () => setBroken(address) }
}
