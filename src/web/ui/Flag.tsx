import { country } from '#shared/format/format.ts'

/** A country's flag, 20 × 15, from public/flags. Nothing for a code that names no country. */
export function Flag({ code }: { code: string }) {
  const lower = code.toLowerCase()
  if (!/^[a-z]{2}$/.test(lower)) return null
  return (
    <img
      className="flag"
      src={`/flags/${lower}.webp`}
      alt={country(code)}
      width={20}
      height={15}
      loading="lazy"
      decoding="async"
    />
  )
}
