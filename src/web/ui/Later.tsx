import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useIsUsed } from './when-used.ts'

interface LaterProps {
  /** The height of the place meanwhile, as a class. */
  height: string
  children: ReactNode
}

/**
 * Parts below the first screen, with their scripts and answers: they come at the first use of the page. Where their place is on the first
 * screen, they come at once.
 */
export function Later({ height, children }: LaterProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isVisible, setVisible] = useState(false)
  const isWanted = useIsUsed()
  useLayoutEffect(() => {
    const look = () => {
      const top = place.current?.getBoundingClientRect().top
      if (top !== undefined && top < window.innerHeight) setVisible(true)
    }
    look()
    // The way back and an address with a section scroll by themselves.
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return isVisible || isWanted ? children : <div ref={place} className={height} data-later />
}
