import { createElement, type SVGProps } from 'react'

/** An icon's drawing, as its module of lucide-react gives it. */
interface Drawing {
  size: number
  node: readonly [tag: string, attributes: object][]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number
}

/**
 * Takes the place of the package's own factory (`vite.config.ts`), which weighs as much as twenty icons: it also serves names, contexts and
 * contents that no screen gives. The drawings and the props stay the package's. An icon is decoration: the words stand beside it.
 */
export default function createLucideIcon({ size: box, node }: Drawing) {
  return function Icon({ size = box, strokeWidth = 2, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
