import { icon } from './icons.tsx'

// Lucide's too; later screens alone draw them.

export const BadgeCheck = icon(
  'M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76ZM16 9l-5.5 5.5L8 12',
)
export const Gem = icon(
  'M10.5 3 8 9l4 13 4-13-2.5-6M17 3a2 2 0 0 1 1.6.8l3 4a2 2 0 0 1 0 2.4l-8 11a2 2 0 0 1-3.2 0l-8-11A2 2 0 0 1 2.4 7.8l3-4A2 2 0 0 1 7 3zM2 9h20',
)
