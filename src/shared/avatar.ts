import * as z from 'zod/mini'

/** Widths of a trader's picture in pixels: each of them a square file of its own. */
export const avatarWidths = { small: 96, medium: 208, large: 416 } as const

/** Addresses of a trader's picture: `small` for up to 44 px on screen, `medium` for up to 104, `large` beyond. */
export const avatar = z.nullable(z.object({ small: z.string(), medium: z.string(), large: z.string() }))
export type Avatar = z.output<typeof avatar>

/** The name of a picture's file in the store. @param key 32 hexadecimal digits */
export function avatarFile(key: string, width: number): string {
  return `avatars/${key}-${width}.webp`
}

/** Null for a trader without a picture: the screen draws initials. */
export function avatarOf(key: string | null): Avatar {
  if (key === null) return null
  const address = (width: number) => `/uploads/${avatarFile(key, width)}`
  return {
    small: address(avatarWidths.small),
    medium: address(avatarWidths.medium),
    large: address(avatarWidths.large),
  }
}
