import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { fileOf, imagePart, imageSources } from '#features/showcases/rules/files.ts'
import { initials } from '#shared/guilloche.ts'
import { useHydrated } from '#web/useHydrated.ts'
import { Avatar } from '#web/ui/Guilloche.tsx'

interface PictureProps {
  /** Null for none. */
  address: string | null
  alt: string
  /** CSS widths, as the `sizes` of an image. */
  sizes: string
  width: number
  height: number
  /** What stands first on the page is fetched first. */
  isFirst?: boolean
  className?: string
  /** Stands in where there is no picture, or it does not come. */
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
  late = false,
}: {
  address: string | null
  name: string
  size: 44 | 64 | 144
  /** Its lines come with the script: a page of many carries none of them. */
  late?: boolean
}) {
  const { image, isBroken, onError } = useBroken(address)
  const isHydrated = useHydrated()
  if (address === null || isBroken) {
    if (!late || isHydrated) return <Avatar name={name} size={size} />
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

/** Whether the picture failed: also before this page answered to its events. */
function useBroken(address: string | null) {
  const [broken, setBroken] = useState<string | null>(null)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const { current } = image
    // Without a source yet: a lazy one far below, which nobody asked for.
    if (current !== null && current.complete && current.naturalWidth === 0 && current.currentSrc !== '') {
      setBroken(address)
    }
  }, [address])
  return { image, isBroken: address !== null && broken === address, onError: () => setBroken(address) }
}
